import { expect } from 'vitest';
import { hiddenNames, planted, shownValue, unshownValue } from './planted.ts';

/** Conditions on a hidden field that are the opposite of each other. */
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
 * Expect that an answer tells nothing of hidden fields and rows, nothing of rows that may not be read, and the same for conditions
 * on a hidden field that are the opposite of each other.
 *
 * @param answers to the requests before, which this one is added to
 * @param readsClasses classes are what a map is drawn by, so that a service with maps alone tells them
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
