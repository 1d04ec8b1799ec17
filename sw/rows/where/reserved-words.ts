/** Words of a clause that cannot be a field name unless quoted. */
export const reservedWords: ReadonlySet<string> = new Set(
  'AND OR NOT IN LIKE BETWEEN IS NULL CASE WHEN THEN ELSE END ESCAPE TRUE FALSE SELECT FROM WHERE'.split(' '),
);
