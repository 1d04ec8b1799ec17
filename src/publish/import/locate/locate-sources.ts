import type { PartTexts, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { describeTable, type SourceSummary } from '../describe-sources.ts';
import type { ChosenLocations, ReadTable, SourceFormat, Sources } from '../sources.ts';
import { locateTable } from './locate-table.ts';
import { recogniseLocation } from './recognise-location.ts';
import { noLocation, type TableLocation } from './table-location.ts';

/**
 * Bring a table that was read to what is published: where it has no geometry its columns may hold the location of its rows, as a
 * person chose, or as they are recognised.
 *
 * @returns one for each kind of geometry
 */
export function readTables(
  table: SourceTable,
  format: SourceFormat,
  { fileName, locations, partTexts }: { fileName: string; locations: ChosenLocations; partTexts: PartTexts },
): ReadTable[] {
  const named = (one: SourceTable): SourceTable =>
    one.part ? { ...one, name: `${one.name} ${partTexts[one.part]}` } : one;
  if (table.geometry || table.columns.length === 0) return [{ table: named(table), format, fileName }];
  const origin = `${fileName}/${table.name}`;
  const chosen = locations[origin];
  const found = chosen ? { location: chosen } : recogniseLocation(table);
  const tables = locateTable(table, found.location);
  const isLocated = tables.some(({ geometry }) => geometry);
  // What was recognised and holds nothing after all leaves a table.
  const said = isLocated || chosen ? found : { ...found, location: noLocation };
  const located = { origin, plain: table, found: said };
  return tables.map((one) => ({ table: named(one), format, fileName, located }));
}

/**
 * Locate the rows of one table anew.
 *
 * @param layers the description of the sources, in their order
 * @param origin of the table; nothing changes when there is none of it
 */
export function relocate(
  sources: Sources,
  layers: readonly SourceSummary[],
  { origin, location, partTexts }: { origin: string; location: TableLocation; partTexts: PartTexts },
): { readonly sources: Sources; readonly layers: readonly SourceSummary[] } {
  const at = sources.tables.findIndex(({ located }) => located?.origin === origin);
  const before = sources.tables[at];
  if (!before?.located) return { sources, layers };
  const count = sources.tables.filter(({ located }) => located?.origin === origin).length;
  const fresh = readTables(before.located.plain, before.format, {
    fileName: before.fileName,
    locations: { [origin]: location },
    partTexts,
  });
  return {
    sources: { ...sources, tables: sources.tables.toSpliced(at, count, ...fresh) },
    layers: layers.toSpliced(at, count, ...fresh.map(describeTable)),
  };
}
