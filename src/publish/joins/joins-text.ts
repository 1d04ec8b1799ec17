import { texts } from '../../text/text.ts';

export const joinsEn = {
  title: 'Join tables',
  detail:
    'The columns of a table become fields of a layer, row by row with the same key. The table itself is then left out; include it under “Check the data” if you need it as well.',
  offer: (table: string, layer: string, keys: string) => `Add the columns of ${table} to ${layer} where ${keys}`,
  matched: (matched: string, all: string) => `${matched} of ${all} features have a row.`,
  unused: (count: string, isOne: boolean) =>
    isOne ? '1 row of the table belongs to no feature.' : `${count} rows of the table belong to no feature.`,
  other: 'Join by other columns',
  choose: (table: string, layer: string) => `Add the columns of ${table} to ${layer}`,
  layerKey: (layer: string) => `Key in ${layer}`,
  tableKey: (table: string) => `Key in ${table}`,
  repeated: (count: string, isOne: boolean) =>
    isOne
      ? '1 row repeats a key: of equal keys, the first row counts.'
      : `${count} rows repeat a key: of equal keys, the first row counts.`,
  unlike: 'Text and numbers do not match: choose columns of one kind, or read one of them differently.',
  unlikeKeys: (table: string, layer: string, tableKey: string, layerKey: string) =>
    `${table} cannot be joined to ${layer}: of ${tableKey} and ${layerKey}, one is text and the other is not.`,
  readAs: (column: string, of: string, isText: boolean) => `Read ${column} in ${of} as ${isText ? 'text' : 'numbers'}`,
};

export const joinsText = await texts(joinsEn, () => import('./joins-de.ts'));
