import { fromWkid, isUnnamed, type Referenced } from '../../../sw/formats/reading/spatial-reference.ts';
import { readDatums } from '../../../sw/geometry/datums.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';
import { recognise } from '../../../sw/geometry/recognise.ts';
import type { SourceSummary } from './describe-sources.ts';
import type { Sources } from './sources.ts';

/** The texts of `datums.json` and `epsg.json`. */
export interface ReferenceTables {
  readonly datums: string;
  readonly definitions: string;
}

/**
 * Give the coordinate systems that files name by text alone the number of the system that they are, where it is known.
 *
 * @param layers the description of the sources, in their order; one without a number gets a `datumSystem`
 * @throws {Fault} `internal` when a table is not one
 */
export function recogniseSources(
  { tables, rasters, beside, unread }: Sources,
  layers: readonly SourceSummary[],
  { datums, definitions }: ReferenceTables,
): { readonly sources: Sources; readonly layers: readonly SourceSummary[] } {
  readDatums(datums);
  defineTable(definitions);
  return {
    sources: {
      tables: tables.map((read) => ({ ...read, table: numbered(read.table) })),
      rasters: rasters.map(numbered),
      beside,
      unread,
    },
    layers: layers.map((layer) => {
      const named = numbered(layer);
      return isUnnamed(named)
        ? { ...named, datumSystem: recognise(named.spatialReference!.WKT!).datum?.[1] ?? null }
        : named;
    }),
  };
}

function numbered<Source extends Referenced>(source: Source): Source {
  if (!isUnnamed(source)) return source;
  const { wkid } = recognise(source.spatialReference!.WKT!);
  if (wkid === undefined) return source;
  return { ...source, spatialReference: { ...fromWkid(wkid), ...source.spatialReference! } };
}
