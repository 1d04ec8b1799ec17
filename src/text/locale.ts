/** The language for numbers and dates. */
export let locale = 'en';

/** Take the browser's own variant of a language, such as en-GB, which says how numbers and dates look. */
export function useLocaleOf(language: string): void {
  locale = navigator.languages.find((tag) => tag.startsWith(language) && isLanguageTag(tag)) ?? language;
}

/** Some browsers give the name of the system's locale, such as en-US@posix, which numbers and dates refuse. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
