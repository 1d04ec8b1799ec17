import type { Database } from 'sql.js';
import { isDrawing } from '../../service/checks/check-drawing.ts';
import { readJson } from '../../service/package-json.ts';
import type { StoredDrawing } from '../reading/source-table.ts';
import { readXml } from '../reading/xml.ts';
import { readMetadataRows } from './contents.ts';

/** Property of a QGIS style that stores the drawing of this app. */
export const drawingProperty = 'soapstone/drawing';

/** Read the drawings that this app has stored in a GeoPackage, by lower-case table name. */
export async function readStoredDrawings(database: Database): Promise<Map<string, StoredDrawing>> {
  const drawings = new Map<string, StoredDrawing>();
  for (const row of readMetadataRows(database, 'layer_styles')) {
    const drawing = await parseDrawing(String(row.get('styleqml') ?? ''));
    if (drawing) drawings.set(String(row.get('f_table_name') ?? '').toLowerCase(), drawing);
  }
  return drawings;
}

/**
 * Read the drawing of this app from a QGIS style.
 *
 * @returns undefined if there is no drawing, or the user has changed the file and it's invalid
 */
async function parseDrawing(qml: string): Promise<StoredDrawing | undefined> {
  if (!qml.includes(drawingProperty)) return undefined;
  let written = '';
  try {
    await readXml(
      { name: 'styleqml', bytes: new TextEncoder().encode(qml) },
      {
        // QGIS doesn't preserve the order of attributes.
        open(element, { name, value = '' }) {
          if (element === 'Option' && name === drawingProperty) written = value;
        },
      },
    );
    const { description, hasLabels } = readJson(written) as unknown as StoredDrawing;
    isDrawing(description, 'style');
    return { description, hasLabels: hasLabels === true };
  } catch {
    return undefined;
  }
}
