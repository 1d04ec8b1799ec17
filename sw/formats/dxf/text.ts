/** Codes of characters that keyboards did not have. */
const percentCodes: Readonly<Record<string, string>> = { c: '⌀', d: '°', p: '±', '%': '%' };

/** The text of a TEXT or ATTRIB: `%%d` and `\U+00E4` as the characters that they are, without underlines. */
export const plainLine = (text: string): string =>
  text
    .replace(/\\U\+([\dA-F]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%%([cdp%]|\d{3}|[uok])/gi, (_, code: string) =>
      /\d/.test(code) ? String.fromCharCode(Number(code)) : (percentCodes[code.toLowerCase()] ?? ''),
    )
    .trim();

/** The text of an MTEXT without its formatting; paragraphs are lines, stacked fractions have a slash. */
export function plainParagraphs(text: string): string {
  const escaped =
    /\\U\+[\dA-F]{4}|\\([\\{}])|\\P|\\~|\\S([^;]{0,255});|\\[ACcfFHQTWp][^;]{0,255};|\\[LlOoKkNX]|[{}]|\^[IJM ]/gi;
  const plain = text.replace(escaped, (found, literal?: string, stack?: string) => {
    if (literal) return literal;
    if (stack !== undefined) return stack.replace(/[#^]/, '/');
    if (/^\\U/i.test(found)) return found;
    if (found === '\\P' || found === '^J') return '\n';
    return found === '\\~' || found === '^I' ? ' ' : '';
  });
  return plainLine(plain);
}
