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

/**
 * Write the WSDL 1.1 document of a map service: document/literal wrapped, bound to SOAP 1.1 and SOAP 1.2, `soapAction` empty,
 * so that the element in the body alone names the operation.
 */
export function wsdl({ serviceUrl, dialect = neutralDialect }: WsdlRequest): string {
  const names = Object.entries(operations);
  const messages = names.map(
    ([name]) =>
      `<wsdl:message name="${name}In"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`,
  );
  const abstract = names.map(
    ([name, row]) =>
      `<wsdl:operation name="${name}"><wsdl:documentation>${escapeText(row.doc)}</wsdl:documentation><wsdl:input message="tns:${name}In"/><wsdl:output message="tns:${name}Out"/></wsdl:operation>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<wsdl:definitions name="MapServer" targetNamespace="${escapeAttribute(dialect.namespace)}" xmlns:tns="${escapeAttribute(dialect.namespace)}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">`,
    `<wsdl:types>${schema(dialect)}</wsdl:types>`,
    ...messages,
    `<wsdl:portType name="MapServerPort">${abstract.join('\n')}</wsdl:portType>`,
    binding('MapServerBinding', 'soap'),
    binding('MapServerBinding12', 'soap12'),
    `<wsdl:service name="MapServer">${port('MapServerPort', 'MapServerBinding', 'soap', serviceUrl)}${port('MapServerPort12', 'MapServerBinding12', 'soap12', serviceUrl)}</wsdl:service>`,
    '</wsdl:definitions>',
  ].join('\n');
}

function binding(name: string, soap: 'soap' | 'soap12'): string {
  const bound = Object.keys(operations).map(
    (operation) =>
      `<wsdl:operation name="${operation}"><${soap}:operation soapAction="" style="document"/><wsdl:input><${soap}:body use="literal"/></wsdl:input><wsdl:output><${soap}:body use="literal"/></wsdl:output></wsdl:operation>`,
  );
  return `<wsdl:binding name="${name}" type="tns:MapServerPort"><${soap}:binding transport="${transport}" style="document"/>${bound.join('\n')}</wsdl:binding>`;
}

function port(name: string, binding: string, soap: 'soap' | 'soap12', serviceUrl: string): string {
  return `<wsdl:port name="${name}" binding="tns:${binding}"><${soap}:address location="${escapeAttribute(serviceUrl)}"/></wsdl:port>`;
}
