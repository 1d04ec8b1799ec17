/** The language for numbers and dates. */
export let locale = 'en';

/** Use the browser's variant of a language, such as en-GB, for the format of numbers and dates. */
export function setLocale(language: string): void {
  locale = navigator.languages.find((tag) => tag.startsWith(language) && isLanguageTag(tag)) ?? language;
}

/**
 * Check whether a language tag is valid. Some browsers return the system's locale, such as en-US@posix, which `Intl`
 * rejects.
 */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
