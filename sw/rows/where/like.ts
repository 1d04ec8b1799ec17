/** Whether a text matches a pattern. */
type TextTest = (text: string) => boolean;

/** A parsed LIKE pattern. */
export interface LikePattern {
  readonly test: TextTest;
  /** The text that every matching text starts with. */
  readonly prefix: string;
}

/**
 * Parse a LIKE pattern: `%` matches any run of characters, `_` one character. Case matters.
 *
 * The pieces between the `%` are searched from left to right, each at its first occurrence. No piece is searched twice,
 * so no pattern is slow.
 *
 * @param escapeSign one character that makes the character after it literal
 */
export function likePattern(pattern: string, escapeSign?: string): LikePattern {
  const pieces = cutPieces(pattern, escapeSign);
  // Like SQLite: if the pattern ends with an escape sign, no text matches.
  if (!pieces) return { test: () => false, prefix: '' };
  const first = pieces[0]!;
  const wild = first.indexOf(anyCharacter);
  const prefix = (wild < 0 ? first : first.slice(0, wild)).join('');
  const plain = pieces.every((piece) => piece.every((unit) => unit !== anyCharacter));
  if (plain) return { test: plainTest(pieces.map((piece) => piece.join(''))), prefix };
  return { test: (text) => matchPieces(pieces, Array.from(text)), prefix };
}

const anyCharacter = undefined;
/** Consecutive characters (code points); undefined matches any. */
type Piece = (string | typeof anyCharacter)[];

function cutPieces(pattern: string, escapeSign: string | undefined): Piece[] | undefined {
  const pieces: Piece[] = [[]];
  const characters = Array.from(pattern);
  for (let i = 0; i < characters.length; i++) {
    let character = characters[i]!;
    const piece = pieces.at(-1)!;
    if (character === escapeSign) {
      if (i + 1 === characters.length) return undefined;
      character = characters[++i]!;
      piece.push(character);
    } else if (character === '%') pieces.push([]);
    else piece.push(character === '_' ? anyCharacter : character);
  }
  return pieces;
}

function plainTest(pieces: readonly string[]): TextTest {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return (text) => text === first;
  const last = rest.pop()!;
  const middle = rest.filter((piece) => piece !== '');
  const minimumLength = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (middle.length === 0) {
    if (last === '') return (text) => text.startsWith(first);
    return (text) => text.length >= minimumLength && text.startsWith(first) && text.endsWith(last);
  }
  if (middle.length === 1 && first === '' && last === '') {
    const [only = ''] = middle;
    return (text) => text.includes(only);
  }
  return (text) => {
    if (text.length < minimumLength || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let index = first.length;
    for (const piece of middle) {
      index = text.indexOf(piece, index);
      if (index < 0) return false;
      index += piece.length;
    }
    return index <= end;
  };
}

function matchPieces(pieces: readonly Piece[], text: readonly string[]): boolean {
  const first = pieces[0]!;
  if (!matchesAt(first, text, 0)) return false;
  if (pieces.length === 1) return text.length === first.length;
  const last = pieces.at(-1)!;
  const end = text.length - last.length;
  let index = first.length;
  for (const piece of pieces.slice(1, -1)) {
    while (index + piece.length <= end && !matchesAt(piece, text, index)) index++;
    if (index + piece.length > end) return false;
    index += piece.length;
  }
  return index <= end && matchesAt(last, text, end);
}

function matchesAt(piece: Piece, text: readonly string[], index: number): boolean {
  if (index < 0 || index + piece.length > text.length) return false;
  for (let i = 0; i < piece.length; i++) if (piece[i] !== anyCharacter && piece[i] !== text[index + i]) return false;
  return true;
}
