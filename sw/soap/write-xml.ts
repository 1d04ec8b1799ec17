/** What XML 1.0 cannot carry, not even as a reference: control characters and single halves of surrogate pairs. */
export const illegalCharacter = String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const special = /[&<>\r\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/;
const illegal = new RegExp(illegalCharacter, 'g');

/**
 * Escape character data. A character that XML cannot carry becomes U+FFFD: one bad byte in a table must not keep the
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

/** Escape the value of an attribute in double quotes; white space survives the reader's normalisation. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
}
