export const joinsEn = {
  title: 'Join tables',
  detail:
    'The columns of a table become fields of a layer, row by row with the same key. The table itself is then left out; include it under “Check the data” if you need it as well.',
  offer: (table: string, layer: string, keys: string) => `Add the columns of ${table} to ${layer} where ${keys}`,
  matched: (matched: string, all: string) => `${matched} of ${all} features have a row.`,
  unused: (count: string, isOne: boolean) =>
    isOne ? '1 row of the table belongs to no feature.' : `${count} rows of the table belong to no feature.`,
};

export type JoinsText = typeof joinsEn;
