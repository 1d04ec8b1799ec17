import { strToU8, zipSync } from 'fflate';
import type { AnyValue, Value } from '../../contract/index.ts';
import { kmlEnd, kmlHead, kmlName, overlay, placemarkWriter } from '../../formats/kml/write-kml.ts';
import { restShape } from '../../formats/rest-value.ts';
import type { QueriedRows } from './feature-set.ts';

export const kmzType = 'application/vnd.google-earth.kmz';

/** Write rows as zipped KML. Geometries must be in WGS 84. */
export function encodeKmz(rows: QueriedRows): Uint8Array<ArrayBuffer> {
  return zipKml(writeKml(rows), {});
}

/**
 * Write a PNG as zipped KML with a ground overlay.
 *
 * @param extent of the image, in degrees of WGS 84
 */
export function encodeOverlay(name: string, png: Uint8Array, extent: Value<'EnvelopeN'>): Uint8Array<ArrayBuffer> {
  return zipKml(kmlHead(name) + overlay(name, imageName, extent) + kmlEnd, { [imageName]: png });
}

const imageName = 'image.png';

const zipKml = (kml: string, files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> =>
  zipSync(
    { [kmlName]: strToU8(kml), ...files },
    { level: 6, mtime: '2000-01-01T00:00:00Z' },
  ) as Uint8Array<ArrayBuffer>;

function writeKml({ name, displayField, records }: QueriedRows): string {
  const fields = records.Fields.FieldArray;
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const write = placemarkWriter(fields, displayField);
  const marks = records.Records.map(({ Values }) => {
    const shape = Values[shapeAt] as Value<'Geometry'> | null | undefined;
    return write(Values as readonly AnyValue[], shape && restShape(shape));
  });
  return kmlHead(name) + marks.join('\n') + kmlEnd;
}
