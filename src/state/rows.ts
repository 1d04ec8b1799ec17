import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { requested } from './requested.ts';
import { currentKey, type MapInfo, mapInfo } from './services.ts';
import { sqlName } from './sql.ts';
import { withSubtypes } from './subtypes.ts';
import type { RowQuery } from './tasks.ts';

export type Field = Value<'Field'>;

/** The properties of a layer or a standalone table that its rows need. */
export interface TableSubject {
  readonly id: number;
  readonly name: string;
  readonly isLayer: boolean;
  /** Without the geometry. */
  readonly fields: readonly Field[];
  readonly idField: string;
  readonly displayField: string;
  readonly geometryType: Value<'gisGeometryType'> | undefined;
  /** CRS of the stored geometries. */
  readonly reference: Value<'SpatialReference'> | undefined;
  readonly hasAttachments: boolean;
  readonly relates: readonly Value<'RelateInfo'>[];
  readonly popup: Value<'gisServerHTMLPopupType'>;
}

/** Find a feature layer or a standalone table by its ID; undefined if it has no rows. */
export function tableSubject(info: MapInfo | undefined, id: number): TableSubject | undefined {
  const layer = info?.MapLayerInfos?.find((entry) => entry.LayerID === id && entry.IsFeatureLayer);
  const table = info?.StandaloneTableInfos?.find((entry) => entry.ID === id);
  const layerOrTable = layer ?? table;
  if (!layerOrTable) return undefined;
  const all = layerOrTable.Fields?.FieldArray ?? [];
  const shape = all.find(({ Type }) => Type === 'gisFieldTypeGeometry');
  return {
    id,
    name: layerOrTable.Name,
    isLayer: layer !== undefined,
    fields: all.filter(({ Type }) => Type !== 'gisFieldTypeGeometry').map((field) => withSubtypes(id, field)),
    idField: layerOrTable.IDField || (all.find(({ Type }) => Type === 'gisFieldTypeOID')?.Name ?? ''),
    displayField: layerOrTable.DisplayField ?? '',
    geometryType: shape?.GeometryDef?.GeometryType,
    reference: shape?.GeometryDef?.SpatialReference,
    hasAttachments: layerOrTable.HasAttachments ?? false,
    relates: layerOrTable.RelateInfos ?? [],
    popup: layer?.HTMLPopupType ?? 'gisServerHTMLPopupTypeNone',
  };
}

/** List everything with rows: layers in their order, then tables. */
export function tableSubjects(info: MapInfo | undefined): TableSubject[] {
  const ids = [
    ...(info?.MapLayerInfos ?? []).filter((layer) => layer.IsFeatureLayer).map((layer) => layer.LayerID),
    ...(info?.StandaloneTableInfos ?? []).map((table) => table.ID),
  ];
  return ids.flatMap((id) => tableSubject(info, id) ?? []);
}

/** Options of a row query, in addition to its condition and area. */
export interface RowOptions {
  readonly fields?: readonly string[];
  readonly orderBy?: string;
  readonly ids?: readonly number[];
  readonly reference?: Value<'SpatialReference'> | undefined;
  readonly resolution?: number;
}

/** Return the query filter of the contract. */
export function makeQueryFilter({ where, area }: RowQuery, options: RowOptions = {}): Value<'QueryFilter'> {
  const plain = {
    WhereClause: where,
    Resolution: options.resolution ?? 0,
    SubFields: options.fields?.map(sqlName).join(','),
    PostfixClause: options.orderBy && `ORDER BY ${options.orderBy}`,
    FIDSet: options.ids && { FIDArray: [...options.ids] },
    OutputSpatialReference: options.reference,
  };
  if (!area) return { type: 'QueryFilter', ...plain };
  return {
    type: 'SpatialFilter',
    ...plain,
    SearchOrder: 'gisSearchOrderSpatial',
    SpatialRel: area.relation,
    SpatialRelDescription: '',
    FilterGeometry: area.shape,
    GeometryFieldName: '',
    FilterOwnsGeometry: false,
  };
}

interface Asking {
  readonly service: string;
  readonly MapName: string;
  readonly MapTableDescription: Value<'MapTableDescription'>;
}

/**
 * Return the service and the common parameters for requests about a table, including its current filter on the map.
 * @throws {Error} if no map is open
 */
export function asking(id: number, isGeometryRequested = false): Asking {
  const [service, info, described] = [currentKey.value, mapInfo.value, requested.value];
  const layer = described?.LayerDescriptions?.find((entry) => entry.LayerID === id);
  const table = info?.StandaloneTableDescriptions?.find((entry) => entry.ID === id);
  if (!service || !info || !(layer ?? table)) throw new Error(`no table ${id} is open`);
  const { DrawingDescription: _, SelectionFeatures: __, ...plain } = layer ?? {};
  const MapTableDescription = layer
    ? ({ ...plain, LayerResultOptions: { IncludeGeometry: isGeometryRequested } } as Value<'LayerDescription'>)
    : table!;
  return { service, MapName: info.Name, MapTableDescription };
}

/** Count rows, without a limit. */
export async function countRows(id: number, query: RowQuery, signal?: AbortSignal): Promise<number> {
  const { service, ...table } = asking(id);
  return (await call('QueryRowCount', service, { ...table, QueryFilter: makeQueryFilter(query) }, { signal })).Result;
}

/** List the object IDs of rows in their order, without a limit. */
export async function rowIds(
  id: number,
  query: RowQuery,
  orderBy?: string,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const { service, ...table } = asking(id);
  const QueryFilter = makeQueryFilter(query, orderBy ? { orderBy } : {});
  return (await call('QueryRowIDs', service, { ...table, QueryFilter }, { signal })).Result;
}

export interface Rows {
  readonly fields: readonly Field[];
  /** In the order of the requested IDs. IDs that don't exist are left out. */
  readonly rows: readonly { readonly id: number; readonly values: readonly AnyValue[] }[];
}

/** Return the maximum number of rows per response of the open service, which its author may have set. */
export async function rowLimit(signal?: AbortSignal): Promise<number> {
  const service = currentKey.peek();
  if (!service) return defaultLimit;
  const { Result } = await call('GetServiceConfigurationInfo', service, {}, { signal });
  const limit = Result.PropertyArray.find(({ Key }) => Key === 'MaximumRecordCount');
  return Number(plainValue(limit?.Value)) || defaultLimit;
}
const defaultLimit = 1000;

/** Read rows by their IDs, in several requests if the service limits the rows per response. */
export async function readRows(
  subject: TableSubject,
  ids: readonly number[],
  options: Omit<RowOptions, 'ids'> & { readonly withShape?: boolean } = {},
  signal?: AbortSignal,
): Promise<Rows> {
  const first = await readSome(subject, ids, options, signal);
  const rows = [...first.rows];
  let readIds = new Set(rows.map(({ id }) => id));
  // An empty response means that the remaining IDs no longer exist.
  for (let remainingIds = ids; readIds.size > 0; ) {
    remainingIds = remainingIds.filter((id) => !readIds.has(id));
    if (remainingIds.length === 0) break;
    const more = await readSome(subject, remainingIds, options, signal);
    for (const row of more.rows) rows.push(row);
    readIds = new Set(more.rows.map(({ id }) => id));
  }
  const area = new Map(ids.map((id, index) => [id, index]));
  return { fields: first.fields, rows: rows.sort((a, b) => area.get(a.id)! - area.get(b.id)!) };
}

async function readSome(
  subject: TableSubject,
  ids: readonly number[],
  options: Omit<RowOptions, 'ids'> & { readonly withShape?: boolean },
  signal: AbortSignal | undefined,
): Promise<Rows> {
  const { service, ...table } = asking(subject.id, options.withShape);
  const QueryFilter = makeQueryFilter({ where: '' }, { ...options, ids });
  const QueryResultOptions = { Format: 'gisQueryResultRecordSetAsObject' } as const;
  const { Result } = await call('QueryData', service, { ...table, QueryFilter, QueryResultOptions }, { signal });
  const { Fields, Records } = Result.Object as unknown as Value<'RecordSet'>;
  const fields = Fields.FieldArray.map((field) => subject.fields.find(({ Name }) => Name === field.Name) ?? field);
  const idAt = fields.findIndex(({ Name }) => Name === subject.idField);
  const byId = new Map(Records.map(({ Values }) => [Number(plainValue(Values[idAt])), Values as AnyValue[]]));
  const rows = ids.flatMap((id) => {
    const values = byId.get(id);
    return values ? [{ id, values }] : [];
  });
  return { fields, rows };
}

/** Compute statistics. Return the fields of the response, and a list of values per group. */
export async function readStatistics(
  id: number,
  query: RowQuery,
  StatisticsRequest: Value<'StatisticsRequest'>,
  signal?: AbortSignal,
): Promise<{ readonly fields: readonly Field[]; readonly groups: readonly (readonly AnyValue[])[] }> {
  const { service, ...table } = asking(id);
  const request = { ...table, StatisticsRequest, QueryFilter: makeQueryFilter(query) };
  const { Result } = await call('QueryDataStatistics', service, request, { signal });
  return { fields: Result.Fields.FieldArray, groups: Result.Records.map(({ Values }) => Values as AnyValue[]) };
}

/** Return a value without the wrapper of its XML type; null for a missing or structured value. */
export function plainValue(value: AnyValue | undefined): string | number | boolean | Date | Uint8Array | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object' && 'value' in value) return value.value;
  return typeof value === 'object' && 'type' in value ? null : value;
}

const numeric: ReadonlySet<string> = new Set([
  'gisFieldTypeInteger',
  'gisFieldTypeSmallInteger',
  'gisFieldTypeDouble',
  'gisFieldTypeSingle',
]);
export const isNumeric = ({ Type }: Pick<Field, 'Type'>): boolean => numeric.has(Type);
/** Check whether the numbers of a field are amounts. Codes of a domain aren't amounts. */
export const isAmount = (field: Field): boolean => isNumeric(field) && field.Domain?.type !== 'CodedValueDomain';
export const isText = ({ Type }: Field): boolean => Type === 'gisFieldTypeString';
export const isDate = ({ Type }: Field): boolean => Type === 'gisFieldTypeDate';
/** Return the display name of a field. */
export const fieldTitle = ({ AliasName, Name }: Field): string => AliasName || Name;
