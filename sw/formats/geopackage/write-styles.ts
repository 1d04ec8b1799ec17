import type { Database } from 'sql.js';

interface StoredStyle {
  readonly table: string;
  readonly column: string;
  readonly qml: string;
}

/** Columns as QGIS makes them. */
const table = `
CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256), f_table_name TEXT(256),
  f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
  update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')));
INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('layer_styles', 'attributes', 'layer_styles');
`;

/** Write how layers are drawn where QGIS looks for it when it opens them. */
export function writeStyles(database: Database, styles: readonly StoredStyle[]): void {
  if (styles.length === 0) return;
  database.run(table);
  for (const { table: name, column, qml } of styles)
    database.run(
      "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, useAsDefault, description, owner) VALUES ('', '', ?, ?, ?, ?, 1, '', '')",
      [name, column, name.slice(0, 30), qml],
    );
}
