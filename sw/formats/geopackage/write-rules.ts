import type { Database } from 'sql.js';
import type { Value } from '../../contract/index.ts';
import { plain } from '../rest-value.ts';
import { type Field, freeName } from '../writing/rows-to-write.ts';

const tables = `
CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT,
  constraint_name TEXT, CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name), CONSTRAINT gdc_tn UNIQUE (table_name, name));
CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
  max NUMERIC, max_is_inclusive BOOLEAN, description TEXT, CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
`;

/** Write the aliases and domains of columns (extension `gpkg_schema`). */
export function writeRules(
  database: Database,
  tableFields: readonly { readonly name: string; readonly fields: readonly Field[] }[],
): void {
  const isNeeded = tableFields.some(({ fields }) =>
    fields.some(({ Name, AliasName, Domain }) => Domain || (AliasName && AliasName !== Name)),
  );
  if (!isNeeded) return;
  database.run(tables);
  for (const name of ['gpkg_data_columns', 'gpkg_data_column_constraints'])
    database.run(
      "INSERT INTO gpkg_extensions VALUES (?, NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write')",
      [name],
    );
  const constraints = new Map<string, string>();
  const used = new Set<string>();
  for (const { name, fields } of tableFields) {
    const names = new Set(fields.map((field) => field.Name.toLowerCase()));
    for (const { Name, AliasName, Domain } of fields) {
      const alias = AliasName && AliasName !== Name ? AliasName : undefined;
      const rows = Domain ? constraintRows(Domain) : [];
      if (!alias && rows.length === 0) continue;
      let constraint: string | null = null;
      if (rows.length > 0) {
        const content = JSON.stringify([Domain!.DomainName, rows]);
        constraint = constraints.get(content) ?? freeName((Domain!.DomainName || Name).toLowerCase(), used);
        if (!constraints.has(content)) putConstraint(database, constraint, rows);
        constraints.set(content, constraint);
      }
      // Names must be unique in a table, titles needn't be.
      const title = alias && !names.has(alias.toLowerCase()) ? alias : Name;
      names.add(title.toLowerCase());
      database.run('INSERT INTO gpkg_data_columns VALUES (?, ?, ?, ?, NULL, NULL, ?)', [
        name,
        Name,
        title,
        alias ?? null,
        constraint,
      ]);
    }
  }
}

type ConstraintRow = readonly (string | number | null)[];

function putConstraint(database: Database, name: string, rows: readonly ConstraintRow[]): void {
  for (const row of rows)
    database.run('INSERT OR IGNORE INTO gpkg_data_column_constraints VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [name, ...row]);
}

/**
 * Return rows of type, value, minimum and maximum (each followed by whether it's included), and description; empty for
 * a domain that the format doesn't support.
 */
function constraintRows(domain: Value<'Domain'>): ConstraintRow[] {
  if (domain.type === 'RangeDomain')
    return [['range', null, Number(plain(domain.MinValue)), 1, Number(plain(domain.MaxValue)), 1, null]];
  if (domain.type !== 'CodedValueDomain') return [];
  return domain.CodedValues.map(({ Name, Code }) => ['enum', String(plain(Code)), null, null, null, null, Name]);
}
