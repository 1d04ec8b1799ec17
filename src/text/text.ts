import { en, type Text } from './en.ts';
import { useLocaleOf } from './locale.ts';

export type Language = 'en' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
const key = 'soapstone-language';

/** The sentences of the page in the language that is shown; set once, before anything is shown. */
export let text: Text = en;

/** The language a person chose, else the first of the browser's that there is. */
export function preferredLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Without storage the browser's own language counts.
  }
  // Tests read the texts in Node, which has no languages before 21.
  const requested = stored ? [stored] : (globalThis.navigator?.languages ?? []);
  return requested.map((tag) => tag.slice(0, 2)).find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en';
}

/**
 * Choose the texts of a part of the page in the language that is shown. Those in German are loaded only where they are shown.
 *
 * @param english are part of the script that reads them
 */
export const texts = async <Texts>(english: Texts, german: () => Promise<{ readonly de: Texts }>): Promise<Texts> =>
  preferredLanguage() === 'de' ? (await german()).de : english;

/** Make a sentence that both languages have from the start: of rows whose other texts are loaded later. */
export const inBoth =
  <Sentence>(english: Sentence, german: Sentence): (() => Sentence) =>
  () =>
    text === en ? english : german;

/** Make the preferred language the one of the page. Its sentences are loaded only when they are not the built-in ones. */
export async function loadLanguage(): Promise<void> {
  const language = preferredLanguage();
  text = await texts<Text>(en, () => import('./de.ts'));
  useLocaleOf(language);
  document.documentElement.lang = language;
}

/** Hear of a language that was chosen in another tab. */
export function onLanguageInOtherTab(listener: () => void): void {
  const shown = preferredLanguage();
  addEventListener('storage', (event) => {
    if (event.key === key && preferredLanguage() !== shown) listener();
  });
}

/** Remember another language and begin again with it; the address keeps where one is. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language);
  location.reload();
}
