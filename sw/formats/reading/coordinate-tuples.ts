/** Split `1,2,3 4,5,6` into its tuples; blanks around commas stand in files that were written by hand. */
export function coordinateTuples(text: string): string[] {
  // Runs of blanks become one first, so that no expression below looks for a comma behind each blank of a run.
  return text.trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').split(' ').filter(Boolean);
}
