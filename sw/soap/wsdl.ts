import { enums } from '../contract/enums.ts';
import { escapeAttribute, escapeText } from '../contract/markup.ts';
import { operations } from '../contract/operations/index.ts';
import type { FieldRef, ListRow, OperationRow, StructRow, TypeRow } from '../contract/rows.ts';
import { types } from '../contract/types/index.ts';
import { type Dialect, isSent, neutralDialect, toWire } from './dialect.ts';

interface WsdlRequest {
  /** Absolute URL of the service, which receives the requests. */
  readonly serviceUrl: string;
  readonly dialect?: Dialect;
}

const transport = 'http://schemas.xmlsoap.org/soap/http';

export const wsdl = ({ serviceUrl, dialect = neutralDialect }: WsdlRequest): string =>
  document('MapServer', operations, schema(dialect), serviceUrl, dialect);

/**
 * Write a WSDL 1.1 document: document/literal wrapped, bound to SOAP 1.1 and SOAP 1.2.
 *
 * `soapAction` is empty, so that only the element in the body names the operation.
 *
 * @param name of the service; its port types and bindings begin with it
 * @param rows the operations, by name
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
    (operation) =>
      `<wsdl:message name="${operation}In"><wsdl:part name="parameters" element="tns:${operation}"/></wsdl:message><wsdl:message name="${operation}Out"><wsdl:part name="parameters" element="tns:${operation}Response"/></wsdl:message>`,
  );
  const abstract = Object.entries(rows).map(
    ([operation, { doc }]) =>
      `<wsdl:operation name="${operation}"><wsdl:documentation>${escapeText(doc)}</wsdl:documentation><wsdl:input message="tns:${operation}In"/><wsdl:output message="tns:${operation}Out"/></wsdl:operation>`,
  );
  const binding = (version: '' | '12'): string => {
    const soap = `soap${version}`;
    const bound = names.map(
      (operation) =>
        `<wsdl:operation name="${operation}"><${soap}:operation soapAction="" style="document"/><wsdl:input><${soap}:body use="literal"/></wsdl:input><wsdl:output><${soap}:body use="literal"/></wsdl:output></wsdl:operation>`,
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

/** Write the contract table as one XML Schema: enumerations, types, and the wrapper elements of all operations. */
function schema(dialect: Dialect): string {
  return [
    `<xs:schema targetNamespace="${escapeAttribute(dialect.namespace)}" elementFormDefault="unqualified" attributeFormDefault="unqualified">`,
    ...Object.entries(enums).map(([name, row]) => simpleType(name, row, dialect)),
    ...Object.entries(types as Readonly<Record<string, TypeRow>>).map(([name, row]) =>
      'list' in row ? listType(name, row, dialect) : structType(name, row, dialect),
    ),
    ...Object.entries(operations as Readonly<Record<string, OperationRow>>).flatMap(([name, row]) => [
      wrapper(name, row.request, dialect),
      wrapper(`${name}Response`, row.response, dialect),
    ]),
    '</xs:schema>',
  ].join('\n');
}

function simpleType(
  name: string,
  row: { readonly doc: string; readonly values: readonly string[] },
  dialect: Dialect,
): string {
  const values = row.values.map((value) => `<xs:enumeration value="${toWire(value, dialect)}"/>`).join('');
  return `<xs:simpleType name="${toWire(name, dialect)}">${annotation(row.doc, dialect)}<xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType>`;
}

function listType(name: string, row: ListRow, dialect: Dialect): string {
  const nillable = row.nil ? ' nillable="true"' : '';
  return `<xs:complexType name="${name}"><xs:sequence><xs:element name="${row.item}" type="${qName(row.accepts ?? row.list, dialect)}" minOccurs="0" maxOccurs="unbounded"${nillable}/></xs:sequence></xs:complexType>`;
}

function structType(name: string, row: StructRow, dialect: Dialect): string {
  const sent = Object.entries(row.fields).filter(([field]) => isSent(`${name}.${field}`, dialect.enumPrefix));
  const content = sequence(Object.fromEntries(sent), dialect, row);
  const body = row.base
    ? `<xs:complexContent><xs:extension base="tns:${row.base}">${content}</xs:extension></xs:complexContent>`
    : content;
  return `<xs:complexType name="${name}"${row.abstract ? ' abstract="true"' : ''}>${annotation(row.doc, dialect)}${body}</xs:complexType>`;
}

function wrapper(name: string, fields: Readonly<Record<string, FieldRef>>, dialect: Dialect): string {
  return `<xs:element name="${name}"><xs:complexType>${sequence(fields, dialect)}</xs:complexType></xs:element>`;
}

function sequence(fields: Readonly<Record<string, FieldRef>>, dialect: Dialect, row?: StructRow): string {
  const elements = Object.entries(fields).map(([name, ref]) => {
    const isOptional = ref.endsWith('?');
    const value = row?.defaults?.[name];
    // XML Schema allows a default on a required element: it is the value of an empty element.
    const defaultAttribute = value === undefined ? '' : ` default="${value}"`;
    const nillable = row?.nil?.includes(name) ? ' nillable="true"' : '';
    return `<xs:element name="${name}" type="${qName(isOptional ? ref.slice(0, -1) : ref, dialect)}"${isOptional ? ' minOccurs="0"' : ''}${defaultAttribute}${nillable}/>`;
  });
  return `<xs:sequence>${elements.join('')}</xs:sequence>`;
}

function qName(ref: string, dialect: Dialect): string {
  if (ref in types || ref in enums) return `tns:${toWire(ref, dialect)}`;
  return `xs:${ref}`;
}

/**
 * Write a doc string, with enumeration values in the spelling of the dialect.
 *
 * Empty without a doc string: the worker build leaves out those of types to stay small.
 */
function annotation(doc: string | undefined, dialect: Dialect): string {
  const text = (doc ?? '').replace(/\bgis(?=[A-Z])/g, dialect.enumPrefix);
  return text === '' ? '' : `<xs:annotation><xs:documentation>${escapeText(text)}</xs:documentation></xs:annotation>`;
}
