import type { Database } from 'sql.js';
import { isDrawing } from '../../service/checks/check-drawing.ts';
import { readJson } from '../../service/package-json.ts';
import type { StoredDrawing } from '../reading/source-table.ts';
import { readXml } from '../reading/xml.ts';
import { rowsOf } from './contents.ts';

/** Name of the property of a style of QGIS that holds how the layer is drawn here. */
export const drawingProperty = 'soapstone/drawing';

/** Read how the layers of a GeoPackage are drawn, by their tables in small letters: as far as the file was written here. */
export async function storedDrawings(database: Database): Promise<Map<string, StoredDrawing>> {
  const found = new Map<string, StoredDrawing>();
  for (const row of rowsOf(database, 'layer_styles')) {
    const drawing = await drawingIn(String(row.get('styleqml') ?? ''));
    if (drawing) found.set(String(row.get('f_table_name') ?? '').toLowerCase(), drawing);
  }
  return found;
}

/** @returns undefined for what has no drawing, or none that is valid: the user may have changed the file */
async function drawingIn(qml: string): Promise<StoredDrawing | undefined> {
  if (!qml.includes(drawingProperty)) return undefined;
  let written = '';
  try {
    await readXml(
      { name: 'styleqml', bytes: new TextEncoder().encode(qml) },
      {
        // QGIS writes the attributes in another order than it found them in.
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
