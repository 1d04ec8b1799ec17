import { strToU8, zipSync } from 'fflate';
import type { AnyValue, Value } from '../../contract/index.ts';
import { kmlEnd, kmlHead, kmlName, placemarkWriter } from '../../formats/kml.ts';
import { restShape } from '../../formats/rest-value.ts';
import type { QueriedRows } from './queried-rows.ts';

/** Write rows as zipped KML; shapes must be in WGS 84. */
export function encodeKmz(rows: QueriedRows): Uint8Array<ArrayBuffer> {
  const files = { [kmlName]: strToU8(kmlOf(rows)) };
  return zipSync(files, { level: 6, mtime: '2000-01-01T00:00:00Z' }) as Uint8Array<ArrayBuffer>;
}

function kmlOf({ name, displayField, records }: QueriedRows): string {
  const fields = records.Fields.FieldArray;
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const write = placemarkWriter(fields, displayField);
  const marks = records.Records.map(({ Values }) => {
    const shape = Values[shapeAt] as Value<'Geometry'> | null | undefined;
    return write(Values as readonly AnyValue[], shape && restShape(shape));
  });
  return kmlHead(name) + marks.join('\n') + kmlEnd;
}
