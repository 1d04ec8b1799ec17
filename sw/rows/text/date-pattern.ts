const tokens = /'([^']*)'|y{1,4}|M{1,4}|d{1,2}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|f{1,3}|tt?|a/g;

/** Maximum number of parts in a pattern, each used once. */
const maxParts = 9;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Format a date by a pattern such as `yyyy-MM-dd HH:mm`, in UTC. `MMM` and `MMMM` are English names, `tt` or `a` is AM
 * or PM. Text between single quotes and everything else is literal.
 *
 * @param ms epoch milliseconds
 * @returns empty for an invalid date
 */
export function formatByPattern(ms: number, pattern: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  return pattern.replace(tokens, (token: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted;
    const width = token.length;
    switch (token[0]) {
      case 'y':
        return width <= 2 ? pad(date.getUTCFullYear() % 100, 2) : pad(date.getUTCFullYear(), 4);
      case 'M': {
        const name = months[date.getUTCMonth()]!;
        if (width >= 3) return width === 3 ? name.slice(0, 3) : name;
        return pad(date.getUTCMonth() + 1, width);
      }
      case 'd':
        return pad(date.getUTCDate(), width);
      case 'H':
        return pad(date.getUTCHours(), width);
      case 'h':
        return pad(date.getUTCHours() % 12 || 12, width);
      case 'm':
        return pad(date.getUTCMinutes(), width);
      case 's':
        return pad(date.getUTCSeconds(), width);
      case 'S':
      case 'f':
        return pad(date.getUTCMilliseconds(), 3).slice(0, width);
      default:
        return date.getUTCHours() < 12 ? 'AM' : 'PM';
    }
  });
}

/**
 * Return a parser of dates written in a pattern of digits such as `yyyyMMdd`, in UTC. Missing parts default to the
 * first value: January, the first day, midnight. A missing year defaults to 1970.
 *
 * @returns a function that returns epoch milliseconds, null for a text that doesn't match
 */
export function parserOfPattern(pattern: string): (text: string) => number | null {
  const parts: string[] = [];
  let form = '';
  let end = 0;
  for (const token of pattern.matchAll(tokens)) {
    form += escapePattern(pattern.slice(end, token.index));
    end = token.index + token[0].length;
    if (token[1] !== undefined) form += escapePattern(token[1]);
    else {
      const [sign, width] = [token[0][0]!, token[0].length];
      parts.push(sign);
      form += width === 1 ? '(\\d{1,3})' : `(\\d{${width}})`;
    }
  }
  // Limits backtracking: digits can be divided among n parts in up to 3^n ways.
  if (parts.length > maxParts) return () => null;
  const expression = new RegExp(`^\\s*${form}${escapePattern(pattern.slice(end))}\\s*$`);
  return (text) => {
    const match = expression.exec(text);
    if (!match) return null;
    const value = (sign: string, fallback: number): number => {
      const index = parts.indexOf(sign);
      return index < 0 ? fallback : Number(match[index + 1]);
    };
    const [year, month, day] = [value('y', 1970), value('M', 1), value('d', 1)];
    const fraction = value('S', value('f', 0));
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
    date.setUTCHours(value('H', value('h', 0)), value('m', 0), value('s', 0), fraction);
    return date.getTime();
  };
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
