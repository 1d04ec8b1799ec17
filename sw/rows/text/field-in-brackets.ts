/** Write the name of a field as label expressions name it: in brackets, a closing one inside doubled. */
export const bracketed = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** A field in brackets, as part of a regular expression. */
export const bracketedPattern = String.raw`\[(?:[^\]]|\]\])+\]`;

/** Read the name of a field in brackets. */
export const unbracketed = (text: string): string => text.slice(1, -1).replaceAll(']]', ']').trim();

/** Texts in quotes and fields in brackets of a label expression. One that is not closed goes to the end, so that none is read twice. */
export const textsAndFields = /("(?:[^"]|"")*(?:"|$)|\[(?:[^\]]|\]\])*(?:\]|$))/g;
