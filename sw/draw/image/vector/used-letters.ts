import type { DrawingCommand } from '../../surface/record.ts';

/** Collect the code points of all text by weight and style, like `400 normal`. */
export function collectLetters(
  commands: readonly DrawingCommand[],
  lettersByFont = new Map<string, Set<number>>(),
): Map<string, Set<number>> {
  for (const command of commands) {
    if (command.kind === 'group') collectLetters(command.commands, lettersByFont);
    if (command.kind !== 'text') continue;
    const { weight, isItalic } = command.run.font;
    const key = `${weight} ${isItalic ? 'italic' : 'normal'}`;
    const letters = lettersByFont.get(key) ?? new Set();
    lettersByFont.set(key, letters);
    for (const letter of command.run.text) letters.add(letter.codePointAt(0)!);
  }
  return lettersByFont;
}

/** Parse a CSS unicode-range like `U+0000-00FF,U+0131`. */
export function parseUnicodeRange(unicodeRange: string): (readonly [first: number, last: number])[] {
  return unicodeRange.split(',').map((range) => {
    const [first, last] = range.replace('U+', '').split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)];
  });
}

/** Return true if any code point is in the ranges. */
export function includesAny(ranges: ReturnType<typeof parseUnicodeRange>, letters: ReadonlySet<number>): boolean {
  for (const letter of letters) if (ranges.some(([first, last]) => letter >= first && letter <= last)) return true;
  return false;
}
