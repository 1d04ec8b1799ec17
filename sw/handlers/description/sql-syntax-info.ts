import { functions } from '../../rows/where/functions.ts';
import type { Handler } from '../call.ts';
import { propertySet } from '../property-set.ts';
import { getPublishedMap, getPublishedTable } from '../published.ts';

/** Functions of the SQL grammar that aren't in the function table. */
const grammarFunctions = ['CAST', 'COALESCE', 'EXTRACT', 'NULLIF', 'CURRENT_DATE', 'CURRENT_TIME', 'CURRENT_TIMESTAMP'];

const keywords = [
  'ALL',
  'AND',
  'AS',
  'ASC',
  'BETWEEN',
  'BY',
  'CASE',
  'CAST',
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_TIMESTAMP',
  'DATE',
  'DESC',
  'DISTINCT',
  'ELSE',
  'END',
  'ESCAPE',
  'EXTRACT',
  'FALSE',
  'FROM',
  'IN',
  'INTERVAL',
  'IS',
  'LIKE',
  'NOT',
  'NULL',
  'OR',
  'ORDER',
  'SELECT',
  'THEN',
  'TIMESTAMP',
  'TRUE',
  'WHEN',
  'WHERE',
];

/** Describe the SQL of where clauses. It is the same for every layer and table. */
export const GetSQLSyntaxInfo: Handler<'GetSQLSyntaxInfo'> = async ({ service }, { MapName, LayerID }) => {
  // Throws for groups and unknown IDs.
  getPublishedTable(service, getPublishedMap(service, MapName), LayerID);
  const names = [...functions.keys(), ...grammarFunctions].sort();
  return {
    Result: {
      FunctionNames: propertySet(names.map((name) => [name, name])),
      SpecialCharacters: propertySet([
        ['WildcardManyMatch', '%'],
        ['WildcardSingleMatch', '_'],
        ['EscapeKeyPrefix', 'ESCAPE'],
        ['EscapeKeySuffix', ''],
        ['DelimitedIdentifierPrefix', '"'],
        ['DelimitedIdentifierSuffix', '"'],
        ['DatePrefix', "DATE '"],
        ['DateSuffix', "'"],
        ['TimestampPrefix', "TIMESTAMP '"],
        ['TimestampSuffix', "'"],
      ]),
      SupportedPredicates: [
        '=',
        '<>',
        '>',
        '<',
        '>=',
        '<=',
        'BETWEEN',
        'IN',
        'LIKE',
        'IS NULL',
        'IS NOT NULL',
        'AND',
        'OR',
        'NOT',
      ],
      SupportedClauses: ['ORDER BY', 'DISTINCT'],
      IdentifierCase: false,
      DelimitedIdentifierCase: false,
      StringComparisonCase: true,
      Keywords: keywords,
      InvalidCharacters: ' ~`!@#$%^&*()-+={}[]|\\:;"\'<>,.?/',
      InvalidStartingCharacters: '0123456789_',
    },
  };
};
