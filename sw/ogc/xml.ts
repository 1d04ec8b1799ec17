import { XMLBuilder } from 'fast-xml-parser';
import { illegalCharacter } from '../soap/write-xml.ts';

/** Elements by name, attributes by `@name`, text of an element with attributes by `#text`; lists repeat an element. */
export type Xml = { readonly [name: string]: XmlValue };
type XmlValue = string | number | boolean | undefined | Xml | readonly (Xml | string)[];

const illegal = new RegExp(illegalCharacter, 'g');

/** Write a document; what is undefined is left out, and what XML cannot carry becomes U+FFFD. */
export function writeXml(document: Xml): string {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  const text: string = builder.build(document);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replace(illegal, '\uFFFD')}`;
}
