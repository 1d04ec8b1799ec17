/** Find the word that is most like another one, without regard to case; undefined when none is alike. */
export function nearestOf<T extends string>(word: string, candidates: Iterable<T>): T | undefined {
  const given = word.toLowerCase().slice(0, 100);
  let nearest: T | undefined;
  let lowest = Math.max(2, Math.ceil(given.length / 3)) + 1;
  for (const one of candidates) {
    const other = one.toLowerCase();
    const distance = editDistance(given, other.slice(0, 100));
    if (distance >= lowest) continue;
    lowest = distance;
    nearest = one;
  }
  return nearest;
}

/** Count the letters that are to be added, removed, replaced or exchanged with their neighbour to turn one text into another. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let lowest = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        lowest = Math.min(lowest, before[j - 2]! + 1);
      row.push(lowest);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}
