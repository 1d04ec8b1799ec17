/** What XML 1.0 cannot carry, not even as a reference: control characters and single halves of surrogate pairs. */
export const illegalCharacter = String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const special = /[&<>\r\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/;
const illegal = new RegExp(illegalCharacter, 'g');

/**
 * Escape character data of XML or HTML. A character that XML cannot carry becomes U+FFFD: one bad byte in a table must not keep the
 * other rows from their reader.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(illegal, '\uFFFD')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;');
}

const separators: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escape text for anywhere in XML or HTML, also for an attribute in quotes of either kind, whose reader keeps its white space. */
export const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/["'\n\t]/g, (sign) => separators[sign]!);

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Replace references by their characters. What is no reference stays.
 *
 * @param names of characters beside the five of XML, such as those of HTML
 */
export const unescapeText = (text: string, names?: ReadonlyMap<string, string>): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,32}));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      if (name !== '') return entities.get(name) ?? names?.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      const isCharacter = code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : whole;
    },
  );

/** Elements by name, attributes by `@name`, text of an element with attributes by `#text`; lists repeat an element. */
export type Xml = { readonly [name: string]: XmlValue };
type XmlValue = string | number | boolean | undefined | Xml | readonly (Xml | string)[];

/** Write a document; what is undefined is left out. */
export const writeXml = (document: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElements(document)}`;

/** Write elements without the declaration before them. */
export const xmlElements = (elements: Xml): string =>
  Object.entries(elements)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => written(name, one)) : written(name, value)))
    .join('');

function written(name: string, value: XmlValue): string {
  if (value === undefined || name.startsWith('@')) return '';
  if (name === '#text') return escapeText(String(value));
  const isElement = typeof value === 'object';
  const attributes = isElement ? Object.entries(value).flatMap(attributeOf).join('') : '';
  const content = isElement ? xmlElements(value as Xml) : escapeText(String(value));
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

const attributeOf = ([name, value]: [string, XmlValue]): string[] =>
  name.startsWith('@') && value !== undefined ? [` ${name.slice(1)}="${escapeAttribute(String(value))}"`] : [];
