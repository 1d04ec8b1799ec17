import type { SourceFile } from './source-file.ts';

/** Phrases of a translated voice, each with the words to use. `docs/glossary.md` has the terms of the field. */
const avoided: Readonly<Record<string, RegExp>> = {
  'user, caller or client': /\b(nobody|somebody|whoever|anybody|a person|persons)\b/i,
  again: /\b(anew|once more)\b/i,
  permanently: /\bfor good\b/i,
  'remote, or on another server': /\belsewhere\b/i,
  'is, or is stored in': /\b(stands|lies) (in|on|at|beside|there|here|below|above)\b/i,
  'expected X, found Y': /\bexpected, .* found\b/i,
  because: /\bsince (there|they|no|nothing)\b/i,
};

/** The beginning of a comment without a noun: write "The columns that a request needs", not "What a request reads". */
const freeRelative = /^What\b/;

/** Functions whose text arguments are messages of faults. */
const faultCalls = /^(wrongValue|badValue|unsupported|duplicate|Fault)$/;

/** List the comments, English page texts and faults that contain an avoided phrase. */
export function findAvoidedPhrases(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, comments, strings }) => {
    const isText = /-(en|text)\.ts$|\/en\.ts$/.test(path);
    const prose = strings.filter(({ call }) => isText || faultCalls.test(call)).map(({ text }) => text);
    const unnamed = comments
      .filter((text) => freeRelative.test(text))
      .map((text) => `${path}: "What" in "${text.slice(0, 80)}"`);
    const phrases = [...comments, ...prose].flatMap((text) =>
      Object.entries(avoided)
        .filter(([, phrase]) => phrase.test(text))
        .map(([better, phrase]) => `${path}: "${phrase.exec(text)![0]}" in "${text.slice(0, 80)}": ${better}`),
    );
    return [...unnamed, ...phrases];
  });
}
