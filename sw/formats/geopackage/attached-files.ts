import type { Database } from 'sql.js';
import { quoteIdentifier } from './contents.ts';

/** File attached to a row. */
export interface AttachedFile {
  /** Object ID of the row. */
  readonly rowId: number;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const relations = `
CREATE TABLE IF NOT EXISTS gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL,
  base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id',
  relation_name TEXT NOT NULL, mapping_table_name TEXT NOT NULL UNIQUE);
`;
const extension = "'gpkg_related_tables', 'http://www.opengis.net/doc/IS/gpkg-rte/1.0', 'read-write'";

/** Write the attachments of a layer as a related table of media (OGC 18-000). Without attachments, write nothing. */
export async function writeAttachments(
  database: Database,
  { table, idField }: { readonly table: string; readonly idField: string },
  files: AsyncIterable<AttachedFile>,
  checkSize: () => void,
): Promise<void> {
  const [media, pairs] = [`${table}_files`, `${table}_has_files`];
  let count = 0;
  for await (const { rowId, name, contentType, bytes } of files) {
    if (count++ === 0) startTables(database, table, idField, media, pairs);
    database.run(`INSERT INTO ${quoteIdentifier(media)} VALUES (?, ?, ?, ?)`, [count, bytes, contentType, name]);
    database.run(`INSERT INTO ${quoteIdentifier(pairs)} VALUES (?, ?)`, [rowId, count]);
    checkSize();
  }
}

function startTables(database: Database, table: string, idField: string, media: string, pairs: string): void {
  database.run(relations);
  database.run(
    `CREATE TABLE ${quoteIdentifier(media)} (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, data BLOB NOT NULL, content_type TEXT NOT NULL, name TEXT)`,
  );
  database.run(`CREATE TABLE ${quoteIdentifier(pairs)} (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL)`);
  database.run("INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, 'attributes', ?)", [
    media,
    media,
  ]);
  database.run(`INSERT OR IGNORE INTO gpkg_extensions SELECT 'gpkgext_relations', NULL, ${extension}
    WHERE NOT EXISTS (SELECT 1 FROM gpkg_extensions WHERE table_name = 'gpkgext_relations')`);
  database.run(`INSERT INTO gpkg_extensions VALUES (?, NULL, ${extension})`, [pairs]);
  database.run(
    "INSERT INTO gpkgext_relations (base_table_name, base_primary_column, related_table_name, related_primary_column, relation_name, mapping_table_name) VALUES (?, ?, ?, 'id', 'media', ?)",
    [table, idField, media, pairs],
  );
}
