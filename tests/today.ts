/** Vitest reads its configuration without Vite, so `import.meta.env` is missing there. */
const environment: Readonly<Record<string, string | undefined>> = import.meta.env ?? process.env;

/** Whether to run every case: `VITE_DEEP=1`. */
export const isDeep = Number(environment.VITE_DEEP ?? 0) > 0;

/** Number of the day, which selects the cases. `VITE_DAY=n` repeats the cases of an earlier run. */
export const day = Number(environment.VITE_DAY ?? Math.floor(Date.now() / 86_400_000));
// The test runner sets the day and prints it once.
if (!isDeep && environment.VITE_DAY === undefined) console.info(`VITE_DAY=${day} repeats the choice of cases.`);

/**
 * Return today's cases of a list, in order; all of them in a deep run. In `parts` successive days, each case runs once.
 *
 * @param shift lets lists with the same cases select different ones
 */
export function casesOfToday<Case>(cases: readonly Case[], parts: number, shift = 0): readonly Case[] {
  // Shift by one after each round, so that the choice doesn't coincide with a pattern in the list.
  return isDeep ? cases : cases.filter((_, i) => (i + Math.floor(i / parts) + shift + day) % parts === 0);
}

/** Return a function that decides for each input in turn whether to try it: every third one, or all in a deep run. */
export function chosenInputs(): () => boolean {
  const parts = isDeep ? 1 : 3;
  let index = day;
  return () => index++ % parts === 0;
}
