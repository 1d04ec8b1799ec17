/** The language for numbers and dates. */
export let locale = 'en';

/** Take the browser's own variant of a language, such as en-GB, which says how numbers and dates look. */
export function useLocaleOf(language: string): void {
  locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}
