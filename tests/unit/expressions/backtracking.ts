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
 * Parse a regular expression as JavaScript has them.
 *
 * @throws {Error} for syntax that is not known here
 */
export function parseRegex(pattern: string, flags: string): RegexNode {
  let at = 0;
  let groups = 0;
  const charFlags = [...flags].filter((flag) => 'iusv'.includes(flag)).join('');
  const takes = (text: string): boolean => {
    const found = pattern.startsWith(text, at);
    if (found) at += text.length;
    return found;
  };
  function charOf(text: string): RegexNode {
    const expression = new RegExp(`^${text}$`, charFlags);
    const known = new Map<string, boolean>();
    const test = (letter: string): boolean => {
      if (!known.has(letter)) known.set(letter, expression.test(letter));
      return known.get(letter)!;
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
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') items.push(quantified(atom()));
    return { kind: 'sequence', items };
  }
  function quantified(item: RegexNode): RegexNode {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(pattern.slice(at));
    if (!found) return item;
    at += found[0].length;
    const minimum = Number(found[1]);
    const [min, max] =
      found[0] === '*'
        ? [0, Infinity]
        : found[0] === '+'
          ? [1, Infinity]
          : found[0] === '?'
            ? [0, 1]
            : [minimum, found[3] ? Number(found[3]) : found[2] ? Infinity : minimum];
    return { kind: 'repeat', item, min, max, isLazy: takes('?') };
  }
  function closed(make: (item: RegexNode) => RegexNode): RegexNode {
    const item = choice();
    if (!takes(')')) throw new Error(`${pattern}: ")" expected at ${at}`);
    return make(item);
  }
  function atom(): RegexNode {
    if (takes('^')) return { kind: 'edge', type: '^' };
    if (takes('$')) return { kind: 'edge', type: '$' };
    if (takes('(?:')) return closed((item) => item);
    for (const [mark, isBehind, isNot] of lookarounds)
      if (takes(mark)) return closed((item) => ({ kind: 'look', item, isBehind, isNot }));
    const named = /^\(\?<(\w+)>/.exec(pattern.slice(at));
    if (named || pattern[at] === '(') {
      at += named ? named[0].length : 1;
      if (!named && pattern[at] === '?') throw new Error(`${pattern}: unknown group at ${at}`);
      const number = ++groups;
      return closed((item) => ({ kind: 'group', item, number, name: named?.[1] ?? '' }));
    }
    if (pattern[at] === '[') {
      const from = at++;
      while (pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
      return charOf(pattern.slice(from, ++at));
    }
    if (pattern[at] === '\\') return escaped();
    const letter = String.fromCodePoint(pattern.codePointAt(at)!);
    at += letter.length;
    return charOf(letter);
  }
  function escaped(): RegexNode {
    const rest = pattern.slice(at);
    const edge = /^\\([bB])/.exec(rest);
    const same = /^\\(?:k<(\w+)>|([1-9]))/.exec(rest);
    const found =
      edge ?? same ?? /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Z]|.)/su.exec(rest)!;
    at += found[0].length;
    if (edge) return { kind: 'edge', type: edge[1] as 'b' };
    if (same) return { kind: 'same', group: (same[1] ?? same[2])! };
    return charOf(found[0]);
  }
  const whole = choice();
  if (at < pattern.length) throw new Error(`${pattern}: end expected at ${at}`);
  return whole;
}

const lookarounds = [
  ['(?=', false, false],
  ['(?!', false, true],
  ['(?<=', true, false],
  ['(?<!', true, true],
] as const;

/** The number of steps is beyond what is counted. */
export class TooManySteps extends Error {}

/**
 * Count the steps that a backtracking engine takes to find all matches in a text: one for each character that it compares.
 *
 * @throws {TooManySteps} beyond `most`
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
  const isWord = (at: number): boolean => /^\w$/.test(letters[at] ?? '');
  let steps = 0;

  type Next = (at: number) => boolean;
  function matches(node: RegexNode, at: number, next: Next): boolean {
    switch (node.kind) {
      case 'char':
        if (++steps > most) throw new TooManySteps();
        return at < letters.length && node.test(letters[at]!) && next(at + 1);
      case 'sequence':
        return matchesFrom(node.items, 0, at, next);
      case 'choice':
        return node.items.some((item) => matches(item, at, next));
      case 'group':
        return matches(node.item, at, (end) => {
          for (const key of [String(node.number), node.name]) captured.set(key, letters.slice(at, end).join(''));
          return next(end);
        });
      case 'repeat':
        return repeats(node, 0, at, next);
      case 'edge': {
        if (++steps > most) throw new TooManySteps();
        const isMultiline = flags.includes('m');
        const isEdge =
          node.type === '^'
            ? at === 0 || (isMultiline && letters[at - 1] === '\n')
            : node.type === '$'
              ? at === letters.length || (isMultiline && letters[at] === '\n')
              : (isWord(at - 1) !== isWord(at)) === (node.type === 'b');
        return isEdge && next(at);
      }
      case 'look': {
        const isThere = node.isBehind
          ? letters.some((_, i) => i <= at && matches(node.item, at - i, (end) => end === at))
          : matches(node.item, at, () => true);
        return isThere !== node.isNot && next(at);
      }
      case 'same': {
        const before = Array.from(captured.get(node.group) ?? '');
        steps += before.length;
        return before.every((letter, i) => letters[at + i] === letter) && next(at + before.length);
      }
    }
  }
  function matchesFrom(items: readonly RegexNode[], i: number, at: number, next: Next): boolean {
    return i === items.length ? next(at) : matches(items[i]!, at, (end) => matchesFrom(items, i + 1, end, next));
  }
  function repeats(node: RegexNode & { kind: 'repeat' }, count: number, at: number, next: Next): boolean {
    const again = (): boolean =>
      count < node.max &&
      matches(node.item, at, (end) => (end > at || count < node.min) && repeats(node, count + 1, end, next));
    if (count < node.min) return again();
    return node.isLazy ? next(at) || again() : again() || next(at);
  }

  for (let at = 0; at <= letters.length; ) {
    let end = -1;
    const found = matches(root, at, (to) => {
      end = to;
      return true;
    });
    if (flags.includes('y') && !found) break;
    // An engine knows that an expression which begins with ^ is not found further on.
    if (!found && isAnchored(root) && !flags.includes('m')) break;
    if (found) onMatch?.(at, end);
    at = found && end > at ? end : at + 1;
  }
  return steps;
}

/** Tell whether every match begins where the text begins. */
function isAnchored(node: RegexNode): boolean {
  if (node.kind === 'edge') return node.type === '^';
  if (node.kind === 'sequence') return node.items.length > 0 && isAnchored(node.items[0]!);
  if (node.kind === 'choice') return node.items.every(isAnchored);
  return node.kind === 'group' && isAnchored(node.item);
}
