/** Write the sources of a service, one or several sentences each, as the one text that a map has for them. */
export const copyrightOf = (credits: readonly string[]): string =>
  credits.map((credit) => credit.trim().replace(/\.$/, '')).join('; ');
