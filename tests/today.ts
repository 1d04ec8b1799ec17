/** The configurations of Vitest are read without Vite. */
const environment: Readonly<Record<string, string | undefined>> = import.meta.env ?? process.env;

/** `VITE_DEEP=1` takes every case. */
export const isDeep = Number(environment.VITE_DEEP ?? 0) > 0;

/** Which part of the cases is taken: another one each day; `VITE_DAY=n` repeats what a run took. */
export const day = Number(environment.VITE_DAY ?? Math.floor(Date.now() / 86_400_000));
if (!isDeep) console.info(`VITE_DAY=${day} repeats the choice of cases.`);

/**
 * Return every case of a list whose turn is today, in their order; in the deep run all of them. After so many days as there are parts
 * each case was taken once.
 *
 * @param shift tells lists of the same cases apart, which then take different ones
 */
export function casesOfToday<Case>(cases: readonly Case[], parts: number, shift = 0): readonly Case[] {
  // Shifted by one after each round, so that a list which repeats itself isn't cut along its pattern.
  return isDeep ? cases : cases.filter((_, i) => (i + Math.floor(i / parts) + shift + day) % parts === 0);
}

/** Return a function that says of one input after the other whether it is tried: a third of them, in the deep run all. */
export function chosenInputs(): () => boolean {
  const parts = isDeep ? 1 : 3;
  let index = day;
  return () => index++ % parts === 0;
}
