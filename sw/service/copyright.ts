/** Join the credits of a service, each of one or more sentences, into the copyright text of a map. */
export const formatCopyright = (credits: readonly string[]): string =>
  credits.map((credit) => credit.trim().replace(/\.$/, '')).join('; ');
