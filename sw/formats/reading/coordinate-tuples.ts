/** Split `1,2,3 4,5,6` into tuples. Hand-written files may have blanks around the commas. */
export function coordinateTuples(text: string): string[] {
  // Collapse runs of blanks first. Otherwise the next expression looks for a comma after each blank of a run.
  return text.trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').split(' ').filter(Boolean);
}
