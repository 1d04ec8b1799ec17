import { fromWkid, isUnnamed, type Referenced } from '../../../sw/formats/reading/spatial-reference.ts';
import { readDatums } from '../../../sw/geometry/datums.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';
import { recognise } from '../../../sw/geometry/recognise.ts';

/** The texts of `datums.json` and `epsg.json`. */
export interface ReferenceTables {
  readonly datums: string;
  readonly definitions: string;
}

/**
 * Give the coordinate systems that files name by text alone the number of the system that they are, where it is known; one without a
 * number gets a `datumSystem`.
 *
 * @throws {Fault} `internal` when a table is not one
 */
export function recogniseSources<Layer extends Referenced>(
  layers: readonly Layer[],
  { datums, definitions }: ReferenceTables,
): (Layer & { readonly datumSystem?: number | null })[] {
  readDatums(datums);
  defineTable(definitions);
  return layers.map((layer) => {
    if (!isUnnamed(layer)) return layer;
    const { wkid, datum } = recognise(layer.spatialReference!.WKT!);
    return wkid === undefined
      ? { ...layer, datumSystem: datum?.[1] ?? null }
      : { ...layer, spatialReference: { ...fromWkid(wkid), ...layer.spatialReference! } };
  });
}
