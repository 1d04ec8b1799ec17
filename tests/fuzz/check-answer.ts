/** Values stored where no answer may show them. */
export const secrets = {
  password: 'geheim-8151-Wolke',
  token: 'f00dcafe8152'.repeat(4),
  hook: 'hook-secret-8153',
} as const;

/** Patterns of leaked internals: a value that wasn't computed, an object as text, a stack trace, a source path. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['NaN', /\bNaN\b/],
  ['undefined', /\bundefined\b/],
  ['an object as text', /\[object [A-Z]/],
  ['a stack', /\n\s+at .{1,200}:\d+/],
  ['a source path', /\/(?:sw|src|serve|node_modules)\/[\w./-]{1,80}\.(?:ts|js|mjs)\b/],
];

/**
 * Return a description of the first leak in an answer; undefined if there is none.
 *
 * @param text the body of the answer; callers read the bytes of images and tiles as Latin-1 or omit them
 */
export function findLeak(text: string): string | undefined {
  for (const [name, pattern] of leaks) {
    const match = pattern.exec(text);
    if (match) return `${name}: …${text.slice(Math.max(0, match.index - 80), match.index + 80)}…`;
  }
  for (const [name, secret] of Object.entries(secrets)) if (text.includes(secret)) return `shows the ${name}`;
  return undefined;
}
