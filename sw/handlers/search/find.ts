import { type Value, wrongValue } from '../../contract/index.ts';
import { findField } from '../../rows/field-list.ts';
import { firstFrom, scan } from '../../rows/scan.ts';
import { textSearch } from '../../rows/text/find-text.ts';
import { namesRead } from '../../rows/text/format-value.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Call, Handler } from '../call.ts';
import { rowResults, uniqueKeys } from './row-results.ts';
import { type Search, type SearchedLayer, searchedLayers } from './searched-layers.ts';

/** No value is longer, and the engine limits the length of a pattern. */
const longestText = 10_000;

/** A row with its first matching field. */
interface Match {
  readonly row: number;
  readonly id: number;
  readonly field: Value<'Field'>;
}

/**
 * Search attributes for a text and return at most MaximumRecordCount results, one per record.
 *
 * Layers are searched from top to bottom, rows by object ID. The map extent doesn't restrict the search. An empty text
 * finds nothing.
 *
 * @throws {Fault} `too-complex` for a text of more than 10,000 characters, and as `searchedLayers`
 */
export const Find: Handler<'Find'> = async (call, request) => {
  const onlyVisible = request.FindOption === 'gisFindVisibleLayers';
  const search = await searchedLayers(call, request, 'Find', { onlyVisible });
  if (request.SearchString === '') return { Result: [] };
  if (request.SearchString.length > longestText) {
    const found = String(request.SearchString.length);
    throw wrongValue('too-complex', 'Find.SearchString', `at most ${longestText} characters`, found);
  }
  const names = request.SearchFields.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const results: Value<'MapServerFindResult'>[] = [];
  for (const layer of search.layers) {
    const left = call.service.definition.limits.MaximumRecordCount - results.length;
    if (left <= 0) break;
    const searchText = { text: request.SearchString, contains: request.Contains };
    const matches = await layerMatches(layer, names, searchText, search.scheduler);
    matches.sort((a, b) => a.id - b.id);
    for (const one of await layerResults(call, layer, matches.slice(0, left), search)) results.push(one);
  }
  return { Result: results };
};

/** Return the fields to search: all but geometries, rasters, blobs and object IDs. Unknown names are skipped. */
function searchedFields({ published }: SearchedLayer, names: readonly string[]): Value<'Field'>[] {
  const left: readonly Value<'gisFieldType'>[] = [
    'gisFieldTypeGeometry',
    'gisFieldTypeRaster',
    'gisFieldTypeOID',
    'gisFieldTypeBlob',
  ];
  const shown = published.manifest.fields;
  const requested = new Set(names.map((name) => findField(shown, name)));
  return shown.filter((field) => !left.includes(field.Type) && (names.length === 0 || requested.has(field)));
}

async function layerMatches(
  layer: SearchedLayer,
  names: readonly string[],
  searchText: { readonly text: string; readonly contains: boolean },
  scheduler: Scheduler,
): Promise<Match[]> {
  const { table, published, where } = layer;
  const fields = searchedFields(layer, names);
  const searches = fields.map((field) => textSearch(field, published.definition.presentation ?? {}, searchText));
  const matches: Match[] = [];
  if (searches.every((search) => !search)) return matches;
  const rows = where.length > 0 ? await scan(table, { where }, scheduler) : undefined;
  const { batches, idField } = table.manifest;
  const searched = [...batches.entries()].flatMap(([index, { firstRow, rowCount }]) => {
    const first = rows && firstFrom(rows, firstRow, 0);
    const inBatch = rows?.subarray(first, firstFrom(rows, firstRow + rowCount, first!));
    return inBatch?.length === 0 ? [] : [{ index, inBatch }];
  });
  const read = namesRead(fields, published.definition.presentation);
  await table.readAhead?.(
    searched.map(({ index }) => index),
    { fields: read, shapes: false },
  );
  for (const { index, inBatch } of searched) {
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
    const batch = await table.attributes(index, read);
    const { firstRow, rowCount } = batch;
    // -1: not matched yet, -2: filtered out, otherwise the index of the matching field.
    const found = new Int16Array(rowCount).fill(inBatch ? -2 : -1);
    for (const row of inBatch ?? []) found[row - firstRow] = -1;
    searches.forEach((search, field) => {
      search?.(batch, found, field);
    });
    const ids = batch.columns.get(idField)!.values as Int32Array;
    for (let row = 0; row < rowCount; row++) {
      if (found[row]! >= 0) matches.push({ row: firstRow + row, id: ids[row]!, field: fields[found[row]!]! });
    }
  }
  return matches;
}

async function layerResults(
  call: Call,
  { table, published, description }: SearchedLayer,
  matches: readonly Match[],
  search: Search,
): Promise<Value<'MapServerFindResult'>[]> {
  const options = description.LayerResultOptions ?? {};
  const rows = Uint32Array.from(matches, ({ row }) => row);
  const results = await rowResults(call, table, published, rows, options, search);
  const shown = published.manifest.fields;
  const keys = uniqueKeys(shown, options.ReturnFieldNamesInResults === true);
  return results.map(({ properties, shape, textOf, id }, i) => {
    const { field } = matches[i]!;
    return {
      Value: textOf(field.Name) ?? '',
      LayerID: published.id,
      FeatureID: id,
      FieldName: keys[shown.indexOf(field)]!,
      Shape: shape,
      Properties: properties,
    };
  });
}
