import type { Database } from 'sql.js';
import { isDrawing } from '../../service/checks/check-drawing.ts';
import { readJson } from '../../service/package-json.ts';
import type { StoredDrawing } from '../reading/source-table.ts';
import { rowsOf } from './contents.ts';

/** Name of the property of a style of QGIS that holds how the layer is drawn here. */
export const drawingProperty = 'soapstone/drawing';

const property = new RegExp(`<Option name="${drawingProperty}" type="QString" value="([^"]*)"/>`);

/** Read how the layers of a GeoPackage are drawn, by their tables in small letters: as far as the file was written here. */
export function storedDrawings(database: Database): Map<string, StoredDrawing> {
  const found = new Map<string, StoredDrawing>();
  for (const row of rowsOf(database, 'layer_styles')) {
    const [, written] = property.exec(String(row.get('styleqml') ?? '')) ?? [];
    const drawing = written && drawingOf(written);
    if (drawing) found.set(String(row.get('f_table_name') ?? '').toLowerCase(), drawing);
  }
  return found;
}

/** @returns undefined for what is no drawing: somebody else may have changed the file */
function drawingOf(written: string): StoredDrawing | undefined {
  const text = written
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  try {
    const { description, hasLabels } = readJson(text) as unknown as StoredDrawing;
    isDrawing(description, 'style');
    return { description, hasLabels: hasLabels === true };
  } catch {
    return undefined;
  }
}
