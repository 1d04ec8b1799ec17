import { operations } from '../contract/operations/index.ts';
import { type Dialect, neutralDialect } from './dialect.ts';
import { schema } from './schema.ts';
import { escapeAttribute, escapeText } from './write-xml.ts';

interface WsdlRequest {
  /** Absolute address of the service, to which requests are posted. */
  readonly serviceUrl: string;
  readonly dialect?: Dialect;
}

const transport = 'http://schemas.xmlsoap.org/soap/http';

export const wsdl = ({ serviceUrl, dialect = neutralDialect }: WsdlRequest): string =>
  document('MapServer', operations, schema(dialect), serviceUrl, dialect);

/**
 * Write a WSDL 1.1 document: document/literal wrapped, bound to SOAP 1.1 and SOAP 1.2, `soapAction` empty, so that the element
 * in the body alone names the operation.
 *
 * @param name       of the service; its port types and bindings begin with it
 * @param rows       the operations, by name
 * @param schemaText the schema that declares an element `X` and an element `XResponse` for each operation
 */
export function document(
  name: string,
  rows: Readonly<Record<string, { readonly doc: string }>>,
  schemaText: string,
  serviceUrl: string,
  dialect: Dialect,
): string {
  const names = Object.keys(rows);
  const messages = names.map(
    (one) =>
      `<wsdl:message name="${one}In"><wsdl:part name="parameters" element="tns:${one}"/></wsdl:message><wsdl:message name="${one}Out"><wsdl:part name="parameters" element="tns:${one}Response"/></wsdl:message>`,
  );
  const abstract = Object.entries(rows).map(
    ([one, { doc }]) =>
      `<wsdl:operation name="${one}"><wsdl:documentation>${escapeText(doc)}</wsdl:documentation><wsdl:input message="tns:${one}In"/><wsdl:output message="tns:${one}Out"/></wsdl:operation>`,
  );
  const binding = (version: '' | '12'): string => {
    const soap = `soap${version}`;
    const bound = names.map(
      (one) =>
        `<wsdl:operation name="${one}"><${soap}:operation soapAction="" style="document"/><wsdl:input><${soap}:body use="literal"/></wsdl:input><wsdl:output><${soap}:body use="literal"/></wsdl:output></wsdl:operation>`,
    );
    return `<wsdl:binding name="${name}Binding${version}" type="tns:${name}Port"><${soap}:binding transport="${transport}" style="document"/>${bound.join('\n')}</wsdl:binding>`;
  };
  const port = (version: '' | '12'): string =>
    `<wsdl:port name="${name}Port${version}" binding="tns:${name}Binding${version}"><soap${version}:address location="${escapeAttribute(serviceUrl)}"/></wsdl:port>`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<wsdl:definitions name="${name}" targetNamespace="${escapeAttribute(dialect.namespace)}" xmlns:tns="${escapeAttribute(dialect.namespace)}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">`,
    `<wsdl:types>${schemaText}</wsdl:types>`,
    ...messages,
    `<wsdl:portType name="${name}Port">${abstract.join('\n')}</wsdl:portType>`,
    binding(''),
    binding('12'),
    `<wsdl:service name="${name}">${port('')}${port('12')}</wsdl:service>`,
    '</wsdl:definitions>',
  ].join('\n');
}
