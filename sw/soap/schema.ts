import { enums } from '../contract/enums.ts';
import { operations } from '../contract/operations/index.ts';
import type { FieldRef, ListRow, OperationRow, StructRow, TypeRow } from '../contract/rows.ts';
import { types } from '../contract/types/index.ts';
import { type Dialect, isSent, toWire } from './dialect.ts';
import { escapeAttribute, escapeText } from './write-xml.ts';

/** Write the contract table as one XML Schema: enumerations, types, and the wrapper elements of every operation. */
export function schema(dialect: Dialect): string {
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
    // XML Schema allows a default with a minimum of one too: it is the value of an empty element.
    const otherwise = value === undefined ? '' : ` default="${value}"`;
    const nillable = row?.nil?.includes(name) ? ' nillable="true"' : '';
    return `<xs:element name="${name}" type="${qName(isOptional ? ref.slice(0, -1) : ref, dialect)}"${isOptional ? ' minOccurs="0"' : ''}${otherwise}${nillable}/>`;
  });
  return `<xs:sequence>${elements.join('')}</xs:sequence>`;
}

function qName(ref: string, dialect: Dialect): string {
  if (ref in types || ref in enums) return `tns:${toWire(ref, dialect)}`;
  return `xs:${ref}`;
}

/** Doc sentences name enumeration values in the contract's spelling; a reader wants those of the wire. */
/** The build of the worker leaves the words on types out, to stay small. */
function annotation(doc: string | undefined, dialect: Dialect): string {
  const text = (doc ?? '').replace(/\bgis(?=[A-Z])/g, dialect.enumPrefix);
  return text === '' ? '' : `<xs:annotation><xs:documentation>${escapeText(text)}</xs:documentation></xs:annotation>`;
}
