import { expect } from 'vitest';
import { hiddenNames, planted, shownValue, unshownValue } from './planted.ts';

/** Two opposite conditions on a hidden field. */
export const oracles = ['HNUM > 0', 'HNUM < 0'];
const withoutOracles = (text: string): string =>
  oracles.reduce(
    (remaining, oracle) =>
      [oracle, oracle.replaceAll(' ', '+'), oracle.replace('>', '&gt;').replace('<', '&lt;')].reduce(
        (masked, form) => masked.replaceAll(form, 'HNUM ?'),
        remaining,
      ),
    text,
  );

/**
 * Expect that a response reveals no hidden fields or rows and no rows that may not be read, and that two opposite
 * conditions on a hidden field get the same response.
 *
 * @param answers responses to earlier requests; this one is added
 * @param readsClasses whether the response may have classes of values, which even a service with only maps shows
 */
export function expectNothingHidden(
  service: string,
  request: string,
  text: string,
  answers: Map<string, string>,
  readsClasses: boolean,
): void {
  const shown = `${service} ${request}\n${text.slice(0, 4000)}`;
  expect(planted.exec(text)?.[0], shown).toBeUndefined();
  for (const name of hiddenNames) if (!request.includes(name)) expect(text.includes(name), shown).toBe(false);
  if (service === 'MapsOnly' || (service === 'Open' && !/\bHiding\b/.test(request)))
    if (!readsClasses) expect(text.includes(shownValue), shown).toBe(false);
  if (service !== 'Hiding') expect(text.includes(unshownValue), shown).toBe(false);
  const before = answers.get(withoutOracles(request));
  if (before !== undefined) expect(withoutOracles(text), shown).toBe(before);
  answers.set(withoutOracles(request), withoutOracles(text));
}
