import { en, type Text } from './en.ts';

export type Language = 'en' | 'de';
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
const key = 'soapstone-language';

/** The sentences of the page in the language that is shown; set once, before anything is shown. */
export let text: Text = en;
/** For numbers and dates. */
export let locale: string = 'en';

/** The language a person chose, else the first of the browser's that there is. */
export function preferredLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Without storage the browser's own language counts.
  }
  const requested = stored ? [stored] : navigator.languages;
  return requested.map((tag) => tag.slice(0, 2)).find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en';
}

/** Make the preferred language the one of the page. Its sentences are loaded only when they are not the built-in ones. */
export async function loadLanguage(): Promise<void> {
  const language = preferredLanguage();
  if (language === 'de') text = (await import('./de.ts')).de;
  // The browser's own variant of the language, such as en-GB, decides how numbers and dates look.
  locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  document.documentElement.lang = language;
}

/** Hear of a language that was chosen in another tab. */
export function onLanguageElsewhere(listener: () => void): void {
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
