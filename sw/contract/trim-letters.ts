/**
 * Trim characters from the end of a text, and from its start if `isBoth`. Takes linear time, unlike `/x+$/`.
 *
 * @param letters the characters to trim
 */
export function trimLetters(text: string, letters: string, isBoth = false): string {
  let [from, to] = [0, text.length];
  while (to > 0 && letters.includes(text[to - 1]!)) to--;
  if (isBoth) while (from < to && letters.includes(text[from]!)) from++;
  return text.slice(from, to);
}
