/** `VITE_DEEP=1` tries everything everywhere. */
export const isDeep = Number(import.meta.env.VITE_DEEP ?? 0) > 0;

/** Of which third of the inputs is tried: another one each day; `VITE_FUZZ_SEED=n` repeats that of a run. */
const seed = Number(import.meta.env.VITE_FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));
const parts = isDeep ? 1 : 3;

/** Return a function that says of one input after the other whether it is tried; the seed is printed. */
export function chosenInputs(): () => boolean {
  if (parts > 1) console.info(`a third of the inputs: VITE_FUZZ_SEED=${seed}`);
  let index = seed;
  return () => index++ % parts === 0;
}
