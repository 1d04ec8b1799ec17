/**
 * Break XML into indented lines for display. Only white space between tags changes, so that the message has the same
 * meaning.
 *
 * @param voids names of elements without an end tag, such as those of HTML
 */
export function indentXml(xml: string, voids: ReadonlySet<string> = new Set()): string {
  const tokens = xml.match(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*(?:>|$)|[^<]+/g) ?? [];
  const lines: string[] = [];
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!token.startsWith('<')) {
      if (token.trim() !== '') lines.push('  '.repeat(depth) + token.trim());
      continue;
    }
    if (token.startsWith('</')) {
      depth = Math.max(0, depth - 1);
      lines.push('  '.repeat(depth) + token);
    } else if (token.startsWith('<?') || token.startsWith('<!') || token.endsWith('/>') || voids.has(tagName(token))) {
      lines.push('  '.repeat(depth) + token);
    } else {
      const [next, afterNext] = [tokens[i + 1], tokens[i + 2]];
      if (next?.startsWith('</')) {
        lines.push('  '.repeat(depth) + token + next);
        i++;
      } else if (next && !next.startsWith('<') && afterNext?.startsWith('</')) {
        lines.push('  '.repeat(depth) + token + next + afterNext);
        i += 2;
      } else {
        lines.push('  '.repeat(depth) + token);
        depth++;
      }
    }
  }
  return lines.join('\n');
}

const tagName = (tag: string): string => /^<([^\s>]+)/.exec(tag)?.[1]?.toLowerCase() ?? '';
