import { unescapeText } from '../../contract/markup.ts';

/** Characters by HTML entity names that XML doesn't define. */
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

/**
 * Convert HTML to plain text with the line breaks that a browser shows. Images become their URLs. Links keep their
 * text, followed by the URL unless it is a fragment or in the text.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const text = html
    // An unclosed element or comment extends to the end, as in browsers.
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
