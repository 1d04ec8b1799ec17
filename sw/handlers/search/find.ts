import { type Value, wrongValue } from '../../contract/index.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import { findField } from '../../rows/field-list.ts';
import { scan } from '../../rows/scan.ts';
import { textSearch } from '../../rows/text/find-text.ts';
import { namesRead } from '../../rows/text/format-value.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Call, Handler } from '../call.ts';
import { rowResults, uniqueKeys } from './row-results.ts';
import { resolveSearchedLayers, type Search, type SearchedLayer } from './searched-layers.ts';

/** Maximum length of the searched text. No value is longer, and the engine limits the length of a pattern. */
const maxTextLength = 10_000;

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
 * @throws {Fault} `too-complex` for a text of more than 10,000 characters, and as `resolveSearchedLayers`
 */
export const Find: Handler<'Find'> = async (call, request) => {
  const onlyVisible = request.FindOption === 'gisFindVisibleLayers';
  const search = await resolveSearchedLayers(call, request, 'Find', { onlyVisible });
  if (request.SearchString === '') return { Result: [] };
  if (request.SearchString.length > maxTextLength) {
    const actual = String(request.SearchString.length);
    throw wrongValue('too-complex', 'Find.SearchString', `at most ${maxTextLength} characters`, actual);
  }
  const names = request.SearchFields.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const results: Value<'MapServerFindResult'>[] = [];
  for (const layer of search.layers) {
    const remaining = call.service.definition.limits.MaximumRecordCount - results.length;
    if (remaining <= 0) break;
    const searchText = { text: request.SearchString, contains: request.Contains };
    const matches = await layerMatches(layer, names, searchText, search.scheduler);
    matches.sort((a, b) => a.id - b.id);
    for (const result of await layerResults(call, layer, matches.slice(0, remaining), search)) results.push(result);
  }
  return { Result: results };
};

/** Return the fields to search: all but geometries, rasters, blobs and object IDs. Unknown names are skipped. */
function listSearchedFields({ published }: SearchedLayer, names: readonly string[]): Value<'Field'>[] {
  const skippedTypes: readonly Value<'gisFieldType'>[] = [
    'gisFieldTypeGeometry',
    'gisFieldTypeRaster',
    'gisFieldTypeOID',
    'gisFieldTypeBlob',
  ];
  const shownFields = published.manifest.fields;
  const requested = new Set(names.map((name) => findField(shownFields, name)));
  return shownFields.filter(
    (field) => !skippedTypes.includes(field.Type) && (names.length === 0 || requested.has(field)),
  );
}

async function layerMatches(
  layer: SearchedLayer,
  names: readonly string[],
  searchText: { readonly text: string; readonly contains: boolean },
  scheduler: Scheduler,
): Promise<Match[]> {
  const { table, published, where } = layer;
  const fields = listSearchedFields(layer, names);
  const searches = fields.map((field) => textSearch(field, published.definition.presentation ?? {}, searchText));
  const matches: Match[] = [];
  if (searches.every((search) => !search)) return matches;
  const rows = where.length > 0 ? await scan(table, { where }, scheduler) : undefined;
  const { batches, idField } = table.manifest;
  const searched = [...batches.entries()].flatMap(([index, { firstRow, rowCount }]) => {
    const first = rows && firstFrom(rows, firstRow);
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
    const matchedFields = new Int16Array(rowCount).fill(inBatch ? -2 : -1);
    for (const row of inBatch ?? []) matchedFields[row - firstRow] = -1;
    searches.forEach((search, field) => {
      search?.(batch, matchedFields, field);
    });
    const ids = batch.columns.get(idField)!.values as Int32Array;
    for (let row = 0; row < rowCount; row++) {
      if (matchedFields[row]! >= 0)
        matches.push({ row: firstRow + row, id: ids[row]!, field: fields[matchedFields[row]!]! });
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
  const shownFields = published.manifest.fields;
  const keys = uniqueKeys(shownFields, options.ReturnFieldNamesInResults === true);
  return results.map(({ properties, shape, formatField: textOf, id }, i) => {
    const { field } = matches[i]!;
    return {
      Value: textOf(field.Name) ?? '',
      LayerID: published.id,
      FeatureID: id,
      FieldName: keys[shownFields.indexOf(field)]!,
      Shape: shape,
      Properties: properties,
    };
  });
}
