/** Characters that XML 1.0 can't contain, not even as references: control characters and unpaired surrogates. */
export const illegalCharacter = String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const special = /[&<>\r\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/;
const illegal = new RegExp(illegalCharacter, 'g');

/**
 * Escape character data for XML or HTML.
 *
 * A character that XML can't contain becomes U+FFFD, so that one bad byte in a table doesn't make the other rows
 * unreadable.
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

/**
 * Escape text for anywhere in XML or HTML, including attributes in single or double quotes. White space is preserved.
 */
export const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/["'\n\t]/g, (sign) => separators[sign]!);

/** Characters of the five built-in entities of XML, by name. */
export const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Replace references by their characters. Unknown references stay.
 *
 * @param names of characters in addition to the five of XML, for example those of HTML
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

/**
 * Elements by name, attributes by `@name`, text of an element with attributes by `#text`. A list repeats its element.
 */
export type Xml = { readonly [name: string]: XmlValue };
type XmlValue = string | number | boolean | undefined | Xml | readonly (Xml | string)[];

/** Write a document. Undefined members are left out. */
export const writeXml = (document: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElements(document)}`;

/** Write elements without an XML declaration. */
export const xmlElements = (elements: Xml): string =>
  Object.entries(elements)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((item) => writeElement(name, item)) : writeElement(name, value),
    )
    .join('');

function writeElement(name: string, value: XmlValue): string {
  if (value === undefined || name.startsWith('@')) return '';
  if (name === '#text') return escapeText(String(value));
  const isElement = typeof value === 'object';
  const attributes = isElement ? Object.entries(value).flatMap(formatAttribute).join('') : '';
  const content = isElement ? xmlElements(value as Xml) : escapeText(String(value));
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

const formatAttribute = ([name, value]: [string, XmlValue]): string[] =>
  name.startsWith('@') && value !== undefined ? [` ${name.slice(1)}="${escapeAttribute(String(value))}"`] : [];
