/** A condition in our syntax and in SQLite's. */
export type Pair = readonly [ours: string, theirs: string];

/** Return a generator of random conditions over the fields ID, SMALL, BIG, REAL, NAME, CODE and DAY. */
export function generator(next: () => number): (depth: number) => Pair {
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const same = (text: string): Pair => [text, text];
  const join = (format: (...parts: string[]) => string, ...parts: Pair[]): Pair => [
    format(...parts.map(([ours]) => ours)),
    format(...parts.map(([, theirs]) => theirs)),
  ];
  const letters = 'abAB%_é';
  const text = (most: number): string =>
    Array.from({ length: below(most + 1) }, () => letters[below(letters.length)]).join('');
  const not = (): string => (next() < 0.3 ? 'NOT ' : '');

  const number = (depth: number): Pair => {
    if (depth <= 0 || next() < 0.4) {
      if (next() < 0.05) return same('NULL');
      if (next() < 0.6) return same(pick(['ID', 'SMALL', 'BIG', 'REAL', 'Small']));
      return same(pick([`${below(20) - 5}`, `${(below(40) - 10) / 2}`, '0', `${below(1000)}`]).replace(/^-.*/, '($&)'));
    }
    const d = depth - 1;
    switch (below(11)) {
      case 0:
        return join((a, b) => `(${a} * 1.0 / ${b})`, number(d), number(d));
      case 1:
        return join((a) => `ABS(${a})`, number(d));
      case 2:
        return join((a) => `ROUND(${a})`, number(d));
      case 3: {
        const value = string(d);
        return [`CHAR_LENGTH(${value[0]})`, `LENGTH(${value[1]})`];
      }
      case 4: {
        const [part, whole] = [string(d), string(d)];
        return [`POSITION(${part[0]} IN ${whole[0]})`, `INSTR(${whole[1]}, ${part[1]})`];
      }
      case 5:
        return join((a) => `CAST(${a} AS INTEGER)`, number(d));
      case 6:
        return join((a, b, c) => `CASE WHEN ${a} THEN ${b} ELSE ${c} END`, condition(d), number(d), number(d));
      case 7:
        return join((a, b) => `COALESCE(${a}, ${b})`, number(d), number(d));
      case 8:
        return join((a, b) => `NULLIF(${a}, ${b})`, number(d), number(d));
      case 9:
        return join((a) => `-(${a})`, number(d));
      default: {
        const operator = pick(['+', '-', '*']);
        return join((a, b) => `(${a} ${operator} ${b})`, number(d), number(d));
      }
    }
  };
  const string = (depth: number): Pair => {
    if (depth <= 0 || next() < 0.5) {
      if (next() < 0.05) return same('NULL');
      return same(next() < 0.6 ? pick(['NAME', 'CODE', 'name']) : `'${text(3)}'`);
    }
    const d = depth - 1;
    switch (below(5)) {
      case 0:
        return join((a, b) => `(${a} || ${b})`, string(d), string(d));
      case 1:
        return join((a) => `LOWER(${a})`, string(d));
      case 2: {
        const value = string(d);
        const [start, length] = [1 + below(3), below(3)];
        return [`SUBSTRING(${value[0]} FROM ${start} FOR ${length})`, `SUBSTR(${value[1]}, ${start}, ${length})`];
      }
      case 3:
        return join((a, b) => `COALESCE(${a}, ${b})`, string(d), string(d));
      default:
        return join((a, b, c) => `CASE ${a} WHEN ${b} THEN ${c} END`, string(d), string(d), string(d));
    }
  };
  const date = (): Pair => {
    if (next() < 0.5) return same('DAY');
    const day = 1 + below(28);
    const ms = Date.UTC(2020, 1, day);
    return [next() < 0.5 ? `DATE '2020-02-${day}'` : `TIMESTAMP '2020-02-${day} 00:00:00'`, String(ms)];
  };
  const condition = (depth: number): Pair => {
    const d = depth - 1;
    if (depth > 0 && next() < 0.45) {
      if (next() < 0.2) return join((a) => `(NOT ${a})`, condition(d));
      const operator = pick(['AND', 'OR']);
      const count = 2 + below(2);
      const terms = Array.from({ length: count }, () => condition(d));
      return join((...parts) => `(${parts.join(` ${operator} `)})`, ...terms);
    }
    const of = pick([number, number, string, date]);
    const value = of(d);
    const compare = pick(['=', '<>', '<', '<=', '>', '>=', '!=']);
    switch (below(7)) {
      case 0: {
        const word = not();
        return join((a) => `(${a} IS ${word}NULL)`, value);
      }
      case 1: {
        const word = not();
        return join((a, b, c) => `(${a} ${word}BETWEEN ${b} AND ${c})`, value, of(d), of(d));
      }
      case 2: {
        const word = not();
        const items = Array.from({ length: 1 + below(5) }, () => of(next() < 0.8 ? 0 : d));
        return join((a, ...rest) => `(${a} ${word}IN (${rest.join(', ')}))`, value, ...items);
      }
      case 3: {
        const word = not();
        const end = next() < 0.3 ? pick([" ESCAPE 'b'", " ESCAPE 'b'", ' ESCAPE NULL']) : '';
        if (next() < 0.3) return join((a, b) => `(${a} ${word}LIKE ${b}${end})`, string(d), string(d));
        const pattern = text(4);
        return join((a) => `(${a} ${word}LIKE '${pattern}'${end})`, string(d));
      }
      default:
        return join((a, b) => `(${a} ${compare} ${b})`, value, of(d));
    }
  };
  return condition;
}
