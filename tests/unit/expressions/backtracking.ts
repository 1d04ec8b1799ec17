/** A part of a regular expression. */
export type RegexNode =
  | { readonly kind: 'char'; readonly test: (letter: string) => boolean; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly item: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'group'; readonly item: RegexNode; readonly number: number; readonly name: string }
  | { readonly kind: 'edge'; readonly type: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'look'; readonly item: RegexNode; readonly isBehind: boolean; readonly isNot: boolean }
  | { readonly kind: 'same'; readonly group: string };

/**
 * Parse a JavaScript regular expression.
 *
 * @throws {Error} for unsupported syntax
 */
export function parseRegex(pattern: string, flags: string): RegexNode {
  let offset = 0;
  let groups = 0;
  const charFlags = [...flags].filter((flag) => 'iusv'.includes(flag)).join('');
  const takes = (text: string): boolean => {
    const match = pattern.startsWith(text, offset);
    if (match) offset += text.length;
    return match;
  };
  function toChar(text: string): RegexNode {
    const expression = new RegExp(`^${text}$`, charFlags);
    const cache = new Map<string, boolean>();
    const test = (letter: string): boolean => {
      if (!cache.has(letter)) cache.set(letter, expression.test(letter));
      return cache.get(letter)!;
    };
    return { kind: 'char', text, test };
  }

  function choice(): RegexNode {
    const items = [sequence()];
    while (takes('|')) items.push(sequence());
    return items.length === 1 ? items[0]! : { kind: 'choice', items };
  }
  function sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (offset < pattern.length && pattern[offset] !== '|' && pattern[offset] !== ')')
      items.push(parseQuantifier(atom()));
    return { kind: 'sequence', items };
  }
  function parseQuantifier(item: RegexNode): RegexNode {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(pattern.slice(offset));
    if (!match) return item;
    offset += match[0].length;
    const minimum = Number(match[1]);
    const [min, max] =
      match[0] === '*'
        ? [0, Infinity]
        : match[0] === '+'
          ? [1, Infinity]
          : match[0] === '?'
            ? [0, 1]
            : [minimum, match[3] ? Number(match[3]) : match[2] ? Infinity : minimum];
    return { kind: 'repeat', item, min, max, isLazy: takes('?') };
  }
  function closeQuantifier(make: (item: RegexNode) => RegexNode): RegexNode {
    const item = choice();
    if (!takes(')')) throw new Error(`${pattern}: ")" expected at ${offset}`);
    return make(item);
  }
  function atom(): RegexNode {
    if (takes('^')) return { kind: 'edge', type: '^' };
    if (takes('$')) return { kind: 'edge', type: '$' };
    if (takes('(?:')) return closeQuantifier((item) => item);
    for (const [mark, isBehind, isNot] of lookarounds)
      if (takes(mark)) return closeQuantifier((item) => ({ kind: 'look', item, isBehind, isNot }));
    const named = /^\(\?<(\w+)>/.exec(pattern.slice(offset));
    if (named || pattern[offset] === '(') {
      offset += named ? named[0].length : 1;
      if (!named && pattern[offset] === '?') throw new Error(`${pattern}: unknown group at ${offset}`);
      const number = ++groups;
      return closeQuantifier((item) => ({ kind: 'group', item, number, name: named?.[1] ?? '' }));
    }
    if (pattern[offset] === '[') {
      const from = offset++;
      while (pattern[offset] !== ']') offset += pattern[offset] === '\\' ? 2 : 1;
      return toChar(pattern.slice(from, ++offset));
    }
    if (pattern[offset] === '\\') return readEscape();
    const letter = String.fromCodePoint(pattern.codePointAt(offset)!);
    offset += letter.length;
    return toChar(letter);
  }
  function readEscape(): RegexNode {
    const rest = pattern.slice(offset);
    const edge = /^\\([bB])/.exec(rest);
    const same = /^\\(?:k<(\w+)>|([1-9]))/.exec(rest);
    const match =
      edge ?? same ?? /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Z]|.)/su.exec(rest)!;
    offset += match[0].length;
    if (edge) return { kind: 'edge', type: edge[1] as 'b' };
    if (same) return { kind: 'same', group: (same[1] ?? same[2])! };
    return toChar(match[0]);
  }
  const whole = choice();
  if (offset < pattern.length) throw new Error(`${pattern}: end expected at ${offset}`);
  return whole;
}

const lookarounds = [
  ['(?=', false, false],
  ['(?!', false, true],
  ['(?<=', true, false],
  ['(?<!', true, true],
] as const;

/** Thrown when an expression takes more steps than the limit. */
export class TooManySteps extends Error {}

/**
 * Count the steps that a backtracking engine takes to find all matches in a text: one for each character it compares.
 *
 * @throws {TooManySteps} if there are more than `most`
 */
export function countSteps(
  root: RegexNode,
  flags: string,
  text: string,
  most: number,
  onMatch?: (from: number, to: number) => void,
): number {
  const letters = Array.from(text);
  const captured = new Map<string, string>();
  const isWord = (index: number): boolean => /^\w$/.test(letters[index] ?? '');
  let steps = 0;

  type Next = (at: number) => boolean;
  function matches(node: RegexNode, index: number, next: Next): boolean {
    switch (node.kind) {
      case 'char':
        if (++steps > most) throw new TooManySteps();
        return index < letters.length && node.test(letters[index]!) && next(index + 1);
      case 'sequence':
        return matchesFrom(node.items, 0, index, next);
      case 'choice':
        return node.items.some((item) => matches(item, index, next));
      case 'group':
        return matches(node.item, index, (end) => {
          for (const key of [String(node.number), node.name]) captured.set(key, letters.slice(index, end).join(''));
          return next(end);
        });
      case 'repeat':
        return repeats(node, 0, index, next);
      case 'edge': {
        if (++steps > most) throw new TooManySteps();
        const isMultiline = flags.includes('m');
        const isEdge =
          node.type === '^'
            ? index === 0 || (isMultiline && letters[index - 1] === '\n')
            : node.type === '$'
              ? index === letters.length || (isMultiline && letters[index] === '\n')
              : (isWord(index - 1) !== isWord(index)) === (node.type === 'b');
        return isEdge && next(index);
      }
      case 'look': {
        const isThere = node.isBehind
          ? letters.some((_, i) => i <= index && matches(node.item, index - i, (end) => end === index))
          : matches(node.item, index, () => true);
        return isThere !== node.isNot && next(index);
      }
      case 'same': {
        const before = Array.from(captured.get(node.group) ?? '');
        steps += before.length;
        return before.every((letter, i) => letters[index + i] === letter) && next(index + before.length);
      }
    }
  }
  function matchesFrom(items: readonly RegexNode[], i: number, index: number, next: Next): boolean {
    return i === items.length ? next(index) : matches(items[i]!, index, (end) => matchesFrom(items, i + 1, end, next));
  }
  function repeats(node: RegexNode & { kind: 'repeat' }, count: number, index: number, next: Next): boolean {
    const again = (): boolean =>
      count < node.max &&
      matches(node.item, index, (end) => (end > index || count < node.min) && repeats(node, count + 1, end, next));
    if (count < node.min) return again();
    return node.isLazy ? next(index) || again() : again() || next(index);
  }

  for (let i = 0; i <= letters.length; ) {
    let end = -1;
    const actual = matches(root, i, (to) => {
      end = to;
      return true;
    });
    if (flags.includes('y') && !actual) break;
    // Engines don't search for an expression that begins with ^ at later positions.
    if (!actual && isAnchored(root) && !flags.includes('m')) break;
    if (actual) onMatch?.(i, end);
    i = actual && end > i ? end : i + 1;
  }
  return steps;
}

/** Check whether every match begins at the start of the text. */
function isAnchored(node: RegexNode): boolean {
  if (node.kind === 'edge') return node.type === '^';
  if (node.kind === 'sequence') return node.items.length > 0 && isAnchored(node.items[0]!);
  if (node.kind === 'choice') return node.items.every(isAnchored);
  return node.kind === 'group' && isAnchored(node.item);
}
