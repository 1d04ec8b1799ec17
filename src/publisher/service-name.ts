import { trimLetters } from '../../sw/contract/trim-letters.ts';
/** A service name (letters, digits, `_`, `-`, at most 64) that stands for `text`. */
export function serviceName(text: string): string {
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
  return trimLetters(ascii.replace(/[^A-Za-z0-9_-]+/g, '_'), '_', true).slice(0, 64) || 'service';
}
