import { unzlibSync } from 'fflate';
import { Fault } from '../../../contract/index.ts';

export type FontTables = ReadonlyMap<string, Uint8Array>;

/**
 * Unpack the OpenType tables of a WOFF 1.0 file (W3C Recommendation). The browser uses WOFF 2, but its tables would
 * need reconstruction, so the app also ships WOFF for embedding.
 *
 * @throws {Fault} `internal` if the file isn't WOFF 1.0
 */
export function woffTables(file: ArrayBuffer): FontTables {
  const view = new DataView(file);
  if (file.byteLength < 44 || view.getUint32(0) !== 0x774f4646)
    throw new Fault('internal', "The font isn't a WOFF file.");
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(12); i++) {
    const entry = 44 + 20 * i;
    const tag = String.fromCharCode(...new Uint8Array(file, entry, 4));
    const packed = new Uint8Array(file, view.getUint32(entry + 4), view.getUint32(entry + 8));
    const length = view.getUint32(entry + 12);
    tables.set(tag, packed.length < length ? unzlibSync(packed) : packed);
  }
  return tables;
}
