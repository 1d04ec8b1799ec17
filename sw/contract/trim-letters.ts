/** Cut letters off the end of a text, and off its beginning where asked: in linear time, which `/x+$/` does not take. */
export function trimLetters(text: string, letters: string, isBoth = false): string {
  let [from, to] = [0, text.length];
  while (to > 0 && letters.includes(text[to - 1]!)) to--;
  if (isBoth) while (from < to && letters.includes(text[from]!)) from++;
  return text.slice(from, to);
}
