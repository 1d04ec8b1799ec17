import { escapeAttribute, escapeText } from '../../soap/write-xml.ts';

/** Elements by name, attributes by `@name`, text of an element with attributes by `#text`; lists repeat an element. */
export type Xml = { readonly [name: string]: XmlValue };
type XmlValue = string | number | boolean | undefined | Xml | readonly (Xml | string)[];

/** Write a document; what is undefined is left out, and what XML cannot carry becomes U+FFFD. */
export const writeXml = (document: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${contentOf(document)}`;

const contentOf = (element: Xml): string =>
  Object.entries(element)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => written(name, one)) : written(name, value)))
    .join('');

function written(name: string, value: XmlValue): string {
  if (value === undefined || name.startsWith('@')) return '';
  if (name === '#text') return escapeText(String(value));
  const isElement = typeof value === 'object';
  const attributes = isElement ? Object.entries(value).flatMap(attributeOf).join('') : '';
  const content = isElement ? contentOf(value as Xml) : escapeText(String(value));
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

const attributeOf = ([name, value]: [string, XmlValue]): string[] =>
  name.startsWith('@') && value !== undefined ? [` ${name.slice(1)}="${escapeAttribute(String(value))}"`] : [];
