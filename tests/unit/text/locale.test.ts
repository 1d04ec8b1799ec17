import { afterEach, expect, test, vi } from 'vitest';
import { locale, setLocale } from '../../../src/text/locale.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [['en-GB', 'en'], 'en-GB'],
  [['de-AT', 'en-US'], 'en-US'],
  [['en-US@posix'], 'en'],
  [['en-US@posix', 'en-GB'], 'en-GB'],
])('of the languages %j numbers and dates take %s', (languages, expected) => {
  vi.stubGlobal('navigator', { languages });
  setLocale('en');
  expect(locale).toBe(expected);
  expect(new Intl.NumberFormat(locale).format(0.5)).toBe('0.5');
});
