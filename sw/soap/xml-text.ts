import { entities, illegalCharacter } from '../contract/markup.ts';
import type { Steps } from '../scheduler.ts';

/** Throws the fault of a document, with the index of the error, the expected and the found text. */
export type Refuse = (offset: number, expected: string, found: string) => never;

const illegal = new RegExp(illegalCharacter);
const reference = /&([^;&<]{0,32})(;?)/g;

/** Return the position of an index as `line 3, column 14`. The text must have `\n` line ends. */
export function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i++) {
    if (text.charCodeAt(i) !== 10) continue;
    line++;
    start = i + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}

/** Number of characters processed between two yields, which takes a few milliseconds if all must be replaced. */
const charactersAtOnce = 32_768;
/** Longer than any valid reference. */
const maxReferenceLength = 40;

/** Normalize line ends to one line feed each, as XML requires. Yields regularly. */
export function* withLineFeeds(text: string): Steps<string> {
  if (!text.includes('\r')) return text;
  let written = '';
  for (let offset = 0; offset < text.length; ) {
    let end = Math.min(text.length, offset + charactersAtOnce);
    if (text.charCodeAt(end - 1) === 13 && end < text.length) end++;
    written += text.slice(offset, end).split('\r\n').join('\n').split('\r').join('\n');
    offset = end;
    yield;
  }
  return written;
}

/** Return the index of the first character that is illegal in XML, or -1. Yields regularly. */
export function* findIllegal(text: string): Steps<number> {
  for (let start = 0; start < text.length; ) {
    // Don't split surrogate pairs.
    const end = start + 16 * charactersAtOnce;
    const whole = (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
    const bad = illegal.exec(text.slice(start, whole));
    if (bad) return start + bad.index;
    start = whole;
    yield;
  }
  return -1;
}

/** Resolve references like `resolveReferences`. Yields regularly. */
export function* referencesInSteps(raw: string, offset: number, refuse: Refuse): Steps<string> {
  let resolved = '';
  for (let start = 0; start < raw.length; ) {
    let end = start + charactersAtOnce;
    const last = raw.lastIndexOf('&', end - 1);
    if (end < raw.length && last > end - maxReferenceLength) end = last;
    resolved += resolveReferences(raw.slice(start, end), offset + start, refuse);
    start = end;
    yield;
  }
  return resolved;
}

/** Replace character and entity references by their characters. */
function resolveReferences(raw: string, offset: number, refuse: Refuse): string {
  return raw.replace(reference, (whole, name: string, end: string, index: number) => {
    if (end === '') refuse(offset + index, 'a reference ended by ";" or "&amp;"', quote(whole));
    const entity = entities.get(name);
    if (entity !== undefined) return entity;
    const digits = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(name);
    if (!digits)
      return refuse(offset + index, 'one of &lt; &gt; &amp; &quot; &apos; or a character reference', quote(whole));
    const code = digits[1] ? Number.parseInt(digits[1], 16) : Number(digits[2]);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFF';
    if (illegal.test(character)) refuse(offset + index, 'a reference to a legal character', quote(whole));
    return character;
  });
}

/** Read the value of an attribute. White space becomes a space unless it is written as a reference. */
export function attributeValue(raw: string, offset: number, refuse: Refuse): string {
  const spaced = /[\n\t]/.test(raw) ? raw.replace(/[\n\t]/g, ' ') : raw;
  return spaced.includes('&') ? resolveReferences(spaced, offset, refuse) : spaced;
}

/** Shorten text that was found in a document to a readable length, for a message. */
export function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Shorten and quote text that was found in a document, for a message. */
export function quote(text: string): string {
  return `"${clip(text)}"`;
}

/** Return the quoted character at an index for a fault. */
export function describeCharacterAt(text: string, offset: number): string {
  return offset < text.length ? quote(text.charAt(offset)) : 'the end of the document';
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}
