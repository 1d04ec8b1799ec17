/** Return a field name as label expressions write it: in brackets, with closing brackets inside doubled. */
export const bracketField = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** Matches a field in brackets, as part of a regular expression. */
export const bracketedPattern = String.raw`\[(?:[^\]]|\]\])+\]`;

/** Return the field name from a text in brackets. */
export const unbracketField = (text: string): string => text.slice(1, -1).replaceAll(']]', ']').trim();

/**
 * Matches the quoted texts and bracketed fields of a label expression. An unclosed text or field extends to the end, so
 * that nothing is read twice.
 */
export const textsAndFields = /("(?:[^"]|"")*(?:"|$)|\[(?:[^\]]|\]\])*(?:\]|$))/g;
