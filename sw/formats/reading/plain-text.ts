import { unescapeText } from '../../contract/markup.ts';

/** Characters by their names in HTML that are none of XML. */
const named: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['deg', '°'],
  ['auml', 'ä'],
  ['ouml', 'ö'],
  ['uuml', 'ü'],
  ['Auml', 'Ä'],
  ['Ouml', 'Ö'],
  ['Uuml', 'Ü'],
  ['szlig', 'ß'],
  ['eacute', 'é'],
  ['egrave', 'è'],
]);

/** Make the text that people read out of HTML: lines end where they would be seen to; pictures and links are addresses. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const text = html
    // What is not closed goes to the end, as in browsers.
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<img\b[^<>]*>/gi, (tag) => `\n${addressIn(tag, /\bsrc\s*=\s*["']?([^"'\s>]+)/i) ?? ''}\n`)
    .replace(/<a\b[^<>]*>[^<]*(?:<(?!\/?a\b)[^<]*)*<\/a\s*>/gi, (link) => {
      const href = addressIn(link.slice(0, link.indexOf('>')), /\bhref\s*=\s*["']?([^"'\s>]+)/i);
      const text = link.slice(link.indexOf('>') + 1);
      return href === undefined || text.includes(href) || href.startsWith('#') ? text : `${text} ${href}`;
    })
    .replace(/<\/t[dh]\s*>\s*<t[dh]\b[^<>]*>/gi, ': ')
    .replace(/<br\s*\/?>|<\/?(?:p|div|tr|table|ul|ol|li|h\d)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '');
  return unescapeText(text, named)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

const addressIn = (tag: string, attribute: RegExp): string | undefined => attribute.exec(tag)?.[1];
