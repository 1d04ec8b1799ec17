/** Write a number with narrow spaces between thousands, which no language reads as a decimal sign. */
export function grouped(value: number): string {
  const [whole, part] = String(value).split('.') as [string, string | undefined];
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return part === undefined ? spaced : `${spaced}.${part}`;
}
