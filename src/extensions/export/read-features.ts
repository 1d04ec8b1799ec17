import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import type { RestShape } from '../../../sw/formats/rest-value.ts';
import { call } from '../../connection/call.ts';
import { worldReference } from '../../state/references.ts';
import { asking, type Field, makeQueryFilter, readRows, rowLimit, type TableSubject } from '../../state/rows.ts';

/** A row with the values of all fields, in field order. */
export interface Feature {
  readonly id: number;
  readonly values: readonly (AnyValue | undefined)[];
  readonly shape?: RestShape | undefined;
}

/** Maximum number of rows of one request; if the service returns fewer, further requests follow. */
const maxRows = 4000;
const maxShapes = 1000;
/** Concurrent requests: the worker prepares the next response while one is sent and one is read. */
const ahead = 2;

/**
 * Read rows in the order of their IDs, page by page, with the next pages requested ahead. Missing IDs are skipped.
 * Layers use JSON, which costs a quarter of XML records; tables are only available as records.
 *
 * @param withShape whether to read geometries, in longitude and latitude or in `reference`
 */
export async function* featurePages(
  subject: TableSubject,
  ids: readonly number[],
  withShape: boolean,
  signal: AbortSignal,
  reference = worldReference,
): AsyncGenerator<readonly Feature[]> {
  const isLong = withShape && subject.geometryType !== 'gisGeometryPoint';
  const pageRows = Math.min(isLong ? maxShapes : maxRows, await rowLimit(signal));
  const read = subject.geometryType ? readLayer : readTable;
  // Abort the running requests if the caller stops early.
  const controller = new AbortController();
  const either = AbortSignal.any([signal, controller.signal]);
  const requested: Promise<readonly Feature[]>[] = [];
  try {
    for (let index = 0; index < ids.length || requested.length > 0; ) {
      for (; index < ids.length && requested.length <= ahead; index += pageRows) {
        signal.throwIfAborted();
        const page = read(subject, ids.slice(index, index + pageRows), withShape && reference, either);
        // Avoid an unhandled rejection: the promise is awaited later.
        page.catch(() => undefined);
        requested.push(page);
      }
      yield await requested.shift()!;
    }
  } finally {
    controller.abort();
  }
}

interface FeatureSet {
  readonly features: readonly {
    readonly attributes: Readonly<Record<string, string | number | null>>;
    readonly geometry?: RestShape;
  }[];
}

async function readLayer(
  { id, fields, idField }: TableSubject,
  ids: readonly number[],
  reference: Value<'SpatialReference'> | false,
  signal: AbortSignal,
): Promise<readonly Feature[]> {
  const { service, ...table } = asking(id, reference !== false);
  const QueryFilter = makeQueryFilter({ where: '' }, { ids, reference: reference || undefined });
  const QueryResultOptions = { Format: 'gisQueryResultJsonAsMime' } as const;
  const { Result } = await call('QueryData', service, { ...table, QueryFilter, QueryResultOptions }, { signal });
  const { features } = JSON.parse(new TextDecoder().decode(Result.MimeData)) as FeatureSet;
  const readers = fields.map(makeReader);
  const byId = new Map(
    features.map(({ attributes, geometry }) => [
      attributes[idField],
      { values: readers.map((value) => value(attributes)), shape: geometry },
    ]),
  );
  return ids.flatMap((rowId) => {
    const feature = byId.get(rowId);
    return feature ? [{ id: rowId, ...feature }] : [];
  });
}

type Attributes = FeatureSet['features'][number]['attributes'];

/** Return the reader of a field. Dates are milliseconds in JSON; images aren't attributes. */
function makeReader({ Name, Type }: Field): (attributes: Attributes) => AnyValue {
  if (Type === 'gisFieldTypeRaster') return () => null;
  const plain = (attributes: Attributes) => attributes[Name] ?? null;
  if (Type !== 'gisFieldTypeDate') return plain;
  return (attributes) => {
    const value = plain(attributes);
    return typeof value === 'number' ? new Date(value) : value;
  };
}

async function readTable(
  subject: TableSubject,
  ids: readonly number[],
  _: unknown,
  signal: AbortSignal,
): Promise<readonly Feature[]> {
  const { fields, rows } = await readRows(subject, ids, {}, signal);
  const places = subject.fields.map((field) => fields.findIndex(({ Name }) => Name === field.Name));
  return rows.map(({ id, values }) => ({ id, values: places.map((index) => values[index]) }));
}
