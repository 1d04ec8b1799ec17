import { countSteps, parseRegex, type RegexNode, TooManySteps } from './backtracking.ts';

/** Letters that expressions often treat specially, plain ones first. */
const letters = Array.from('xa1 \n\tA0E_-.,;:/\\"\'<>()[]{}=&+*?!%#@~|$^é°\u0001');

/** An input that can grow: a prefix, a repeated part and a suffix. */
interface GrowingInput {
  readonly before: string;
  readonly repeated: string;
  readonly behind: string;
}

const repeats = 24;
/** A repetition with a higher maximum counts as unlimited. */
const longest = 256;

/**
 * Find an input on which an expression's steps grow faster than its length.
 *
 * @param isTried decides for each input in turn whether it is tried
 * @returns undefined if there is none among the inputs tried
 */
export function superlinearInput(pattern: string, flags: string, isTried: () => boolean): GrowingInput | undefined {
  const root = parseRegex(pattern, flags);
  const loops = listLoops(root, '');
  if (loops.length === 0) return undefined;
  const alphabet = listAlphabet(inLoops(root, false), letters);
  const others = listAlphabet(listChars(root), Array.from(pattern)).slice(0, 4);
  const behinds = ['', '\u0001', '\n', ' ', ...others.map((letter) => `${letter}\u0001`)];
  const pieces = new Set<string>(alphabet);
  if (alphabet.length <= 9) for (const a of alphabet) for (const b of alphabet) pieces.add(a + b);
  const befores = new Set(['', '\u0001']);
  for (const { before, body } of loops) {
    befores.add(before).add(before + body);
    pieces
      .add(body)
      .add(before)
      .add(before + body);
  }
  pieces.add(makeExample(root)).delete('');
  for (const before of befores)
    for (const repeated of pieces)
      for (const behind of behinds) {
        const input = { before, repeated, behind };
        if (isTried() && isSuperlinear(root, flags, input)) return input;
      }
  return undefined;
}

function isSuperlinear(root: RegexNode, flags: string, { before, repeated, behind }: GrowingInput): boolean {
  const stepsFor = (count: number, most: number): number =>
    countSteps(root, flags, before + repeated.repeat(count) + behind, most);
  const length = before.length + repeated.length * repeats + behind.length;
  try {
    const few = stepsFor(repeats, 100 * length * repeats);
    // Superlinear input would take at least half a step for each pair of letters.
    if (few < length * (repeats / 5)) return false;
    // Linear input takes at most twice as many steps; a constant part makes it less.
    stepsFor(2 * repeats, Math.max(2.9 * few, 40 * repeats));
    return false;
  } catch (error) {
    if (error instanceof TooManySteps) return true;
    throw error;
  }
}

interface Loop {
  /** The shortest text found that leads to the loop. */
  readonly before: string;
  readonly body: string;
}

/** List all unlimited repetitions. */
function listLoops(node: RegexNode, before: string): Loop[] {
  switch (node.kind) {
    case 'sequence': {
      let way = before;
      return node.items.flatMap((item) => {
        const loops = listLoops(item, way);
        way += makeExample(item);
        return loops;
      });
    }
    case 'choice':
      return node.items.flatMap((item) => listLoops(item, before));
    case 'group':
    case 'look':
      return listLoops(node.item, before);
    case 'repeat': {
      const grown = node.max > longest ? [{ before, body: makeExample(node.item) }] : [];
      return [...grown, ...listLoops(node.item, before)];
    }
    default:
      return [];
  }
}

/** Make a short text that the node matches. */
function makeExample(node: RegexNode): string {
  switch (node.kind) {
    case 'char':
      return [...toPlain(node.text), ...letters].find((letter) => node.test(letter)) ?? '';
    case 'sequence':
      return node.items.map(makeExample).join('');
    case 'choice':
      return node.items.map(makeExample).reduce((a, b) => (b.length < a.length ? b : a));
    case 'group':
      return makeExample(node.item);
    case 'repeat':
      return makeExample(node.item).repeat(node.min);
    default:
      return '';
  }
}

const toPlain = (text: string): string[] => Array.from(text.replace(/^\\(?=[^\w])/, '')).slice(0, 1);

type Chars = readonly (RegexNode & { readonly kind: 'char' })[];

function listChars(node: RegexNode): Chars {
  if (node.kind === 'char') return [node];
  if ('items' in node) return node.items.flatMap(listChars);
  return 'item' in node ? listChars(node.item) : [];
}

/** List the letters and classes inside unlimited repetitions. */
function inLoops(node: RegexNode, isInside: boolean): Chars {
  if (node.kind === 'char') return isInside ? [node] : [];
  if ('items' in node) return node.items.flatMap((item) => inLoops(item, isInside));
  const isLoop = node.kind === 'repeat' && node.max > longest;
  return 'item' in node ? inLoops(node.item, isInside || isLoop) : [];
}

/** List one letter for each combination of classes that match it. */
function listAlphabet(chars: Chars, more: readonly string[]): string[] {
  const bySignature = new Map<string, string>();
  for (const letter of [...letters, ...more]) {
    const signature = chars.map(({ test }) => Number(test(letter))).join('');
    if (signature.includes('1') && !bySignature.has(signature)) bySignature.set(signature, letter);
  }
  return [...bySignature.values()];
}
