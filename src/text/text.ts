import { en, type Text } from './en.ts';
import { setLocale } from './locale.ts';

export type Language = 'en' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
const key = 'soapstone-language';

/** Texts of the page in the current language; set once before rendering. */
export let text: Text = en;

/** Return the language chosen by the user, or else the first available language of the browser. */
export function findPreferredLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // If storage is unavailable, use the browser's languages.
  }
  // Tests also run in Node, which has no `navigator.languages` before version 21.
  const requested = stored ? [stored] : (globalThis.navigator?.languages ?? []);
  return requested.map((tag) => tag.slice(0, 2)).find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en';
}

/**
 * Return the text for a part of the page in the current language. German text is loaded only if needed.
 *
 * @param english text in the importing script
 */
export const texts = async <Texts>(english: Texts, german: () => Promise<{ readonly de: Texts }>): Promise<Texts> =>
  findPreferredLanguage() === 'de' ? (await german()).de : english;

/** Choose between two texts at call time. This is for tables that load before other texts. */
export const inBoth =
  <Sentence>(english: Sentence, german: Sentence): (() => Sentence) =>
  () =>
    text === en ? english : german;

/** Set the page to the preferred language. Texts are only loaded if they aren't built in. */
export async function loadLanguage(): Promise<void> {
  const language = findPreferredLanguage();
  text = await texts<Text>(en, () => import('./de.ts'));
  setLocale(language);
  document.documentElement.lang = language;
}

/** Listen for a language change in another tab. */
export function onLanguageInOtherTab(listener: () => void): void {
  const shown = findPreferredLanguage();
  addEventListener('storage', (event) => {
    if (event.key === key && findPreferredLanguage() !== shown) listener();
  });
}

/** Store another language and reload; the address preserves the current page. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language);
  location.reload();
}
