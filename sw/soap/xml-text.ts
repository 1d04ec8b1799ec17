import { illegalCharacter } from './write-xml.ts';

/** Throws the fault of a document: what was expected at an index of it and what was found. */
export type Refuse = (offset: number, expected: string, found: string) => never;

export const illegal = new RegExp(illegalCharacter);
const reference = /&([^;&<]{0,32})(;?)/g;
const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** `line 3, column 14` of an index into a text with `\n` line ends. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

/** Put the characters in the place of their references. */
export function resolveReferences(raw: string, offset: number, refuse: Refuse): string {
  return raw.replace(reference, (whole, name: string, end: string, index: number) => {
    if (end === '') refuse(offset + index, 'a reference ended by ";" or "&amp;"', quote(whole));
    const known = entities.get(name);
    if (known !== undefined) return known;
    const digits = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(name);
    if (!digits)
      return refuse(offset + index, 'one of &lt; &gt; &amp; &quot; &apos; or a character reference', quote(whole));
    const code = digits[1] ? Number.parseInt(digits[1], 16) : Number(digits[2]);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFF';
    if (illegal.test(character)) refuse(offset + index, 'a reference to a legal character', quote(whole));
    return character;
  });
}

/** The value of an attribute: white space is a space unless it is written as a reference. */
export function attributeValue(raw: string, offset: number, refuse: Refuse): string {
  const spaced = /[\n\t]/.test(raw) ? raw.replace(/[\n\t]/g, ' ') : raw;
  return spaced.includes('&') ? resolveReferences(spaced, offset, refuse) : spaced;
}

/** What was found, cut to a length people read. */
export function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The same, in quotes. */
export function quote(text: string): string {
  return `"${clip(text)}"`;
}
