import {
  type CatalogueOperation,
  type CatalogueRow,
  catalogueOperations,
  type ServiceDescription,
} from '../contract/catalogue.ts';
import { escapeAttribute, escapeText } from '../contract/markup.ts';
import { type Dialect, neutralDialect } from './dialect.ts';
import { document } from './wsdl.ts';

/** XML Schema type of each kind of response. */
const schemaTypes = {
  text: 'xs:string',
  boolean: 'xs:boolean',
  texts: 'tns:ArrayOfString',
  descriptions: 'tns:ArrayOfServiceDescription',
} as const;
const descriptionFields = ['Name', 'Type', 'Url', 'ParentType', 'Capabilities', 'Description'] as const;

/** Write the WSDL 1.1 document of the catalogue, in the same form as the WSDL of a map service. */
export function catalogueWsdl(serviceUrl: string, dialect: Dialect = neutralDialect): string {
  const element = (name: string, type: string, more = ''): string =>
    `<xs:element name="${name}" type="${type}"${more}/>`;
  const list = (name: string, item: string, type: string): string =>
    `<xs:complexType name="${name}"><xs:sequence>${element(item, type, ' minOccurs="0" maxOccurs="unbounded"')}</xs:sequence></xs:complexType>`;
  const wrapper = (name: string, content: string): string =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
  const rows: [string, CatalogueRow][] = Object.entries(catalogueOperations);
  const schema = [
    `<xs:schema targetNamespace="${escapeAttribute(dialect.namespace)}" elementFormDefault="unqualified" attributeFormDefault="unqualified">`,
    list('ArrayOfString', 'String', 'xs:string'),
    `<xs:complexType name="ServiceDescription"><xs:sequence>${descriptionFields.map((name) => element(name, 'xs:string')).join('')}</xs:sequence></xs:complexType>`,
    list('ArrayOfServiceDescription', 'ServiceDescription', 'tns:ServiceDescription'),
    ...rows.flatMap(([name, row]) => [
      wrapper(name, row.asks ? element(row.asks, 'xs:string') : ''),
      wrapper(`${name}Response`, element(row.element, schemaTypes[row.kind])),
    ]),
    '</xs:schema>',
  ].join('\n');
  return document('Catalog', catalogueOperations, schema, serviceUrl, dialect);
}

/** Encode the response of a catalogue operation. The value is of the kind given in the operation's row. */
export function encodeCatalogueAnswer(
  operation: CatalogueOperation,
  value: string | boolean | readonly string[] | readonly ServiceDescription[],
): string {
  const { element, kind } = catalogueOperations[operation];
  const content = Array.isArray(value) ? value.map(encodeItem).join('') : escapeText(String(value));
  const type = Array.isArray(value) ? ` xsi:type="${schemaTypes[kind]}"` : '';
  return `<tns:${operation}Response><${element}${type}>${content}</${element}></tns:${operation}Response>`;
}

function encodeItem(item: string | ServiceDescription): string {
  if (typeof item === 'string') return `<String>${escapeText(item)}</String>`;
  const fields = descriptionFields.map((name) => `<${name}>${escapeText(item[name])}</${name}>`).join('');
  return `<ServiceDescription xsi:type="tns:ServiceDescription">${fields}</ServiceDescription>`;
}
