import { fromWkid, isUnnamed, type Referenced } from '../../../sw/formats/reading/spatial-reference.ts';
import { readDatums } from '../../../sw/geometry/datums.ts';
import { identifyWkt } from '../../../sw/geometry/identify-wkt.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';

/** The content of `datums.json` and `epsg.json`. */
export interface ReferenceTables {
  readonly datums: string;
  readonly definitions: string;
}

/**
 * Set the WKID of coordinate systems that files define only by text, if it is known. A system without a WKID gets a
 * `datumSystem`.
 *
 * @throws {Fault} `internal` if a table is invalid
 */
export function recognizeSources<Layer extends Referenced>(
  layers: readonly Layer[],
  { datums, definitions }: ReferenceTables,
): (Layer & { readonly datumSystem?: number | null })[] {
  readDatums(datums);
  defineTable(definitions);
  return layers.map((layer) => {
    if (!isUnnamed(layer)) return layer;
    const { wkid, datum } = identifyWkt(layer.spatialReference!.WKT!);
    return wkid === undefined
      ? { ...layer, datumSystem: datum?.[1] ?? null }
      : { ...layer, spatialReference: { ...fromWkid(wkid), ...layer.spatialReference! } };
  });
}
