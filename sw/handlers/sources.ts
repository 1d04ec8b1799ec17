import { badValue, quoteValue, unsupported, type Value, wrongValue } from '../contract/index.ts';
import { sameReference } from '../geometry/spatial-reference.ts';
import { findField } from '../rows/field-list.ts';
import { joinTable, qualifyField } from '../rows/join-table.ts';
import type { TableManifest, TimeDefinition } from '../rows/manifest.ts';
import { readSelect } from '../rows/select-query.ts';
import type { Table } from '../rows/table.ts';
import type { Condition } from '../rows/where/bound.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { Call } from './call.ts';
import { requireCapability } from './capabilities.ts';
import { getPublishedTable, hideFields, withoutHidden } from './published.ts';
import { bindConditions, definitionClauses } from './row-filter.ts';

/** Rows defined by the request: a table, and conditions that select its rows. */
interface SourceTable {
  /** Table name that qualifies fields in a join. */
  readonly name: string;
  readonly table: Table;
  readonly where: readonly Condition[];
  /** The published layer or table the rows come from, for its drawing and presentation. */
  readonly published?: LayerDefinition | StandaloneTableDefinition;
  /** Time settings of the published layer or table. In a join, those of the left table. */
  readonly time?: TimeDefinition;
  readonly DisplayField?: string;
  /** Manifest with hidden fields, if the rows come from one published layer or table. */
  readonly stored?: TableManifest;
}

/** Maximum depth of nested joins. Each level reads its right table. */
const maxJoinDepth = 8;

/**
 * Open the rows of a source description.
 *
 * Workspaces are the published services: `WorkspaceID` is a service key, `TableName` the name of a stored table.
 *
 * @param path of the description, for messages
 * @throws {Fault} `unknown-service`, `unknown-layer`, `unknown-field`, `bad-value` and `bad-sql` for wrong names in the
 *   description; `not-allowed` as `workspace`; `not-supported` for a raster, which has no rows; `too-complex` for too
 * many joins
 */
export async function sourceTable(
  call: Call,
  map: MapDefinition,
  source: Value<'MapServerSourceDescription'>,
  path: string,
  depth = 0,
): Promise<SourceTable> {
  switch (source.type) {
    case 'MapTableSourceDescription':
      refuseVersion(source, path);
      return mapTable(call, map, source.MapTableID);
    case 'TableDataSourceDescription': {
      refuseVersion(source, path);
      const service = await workspace(call, source.WorkspaceID, path);
      return openStoredTable(call, service, source.TableName, `${path}.TableName`);
    }
    case 'QueryTableDataSourceDescription':
      return queryTable(call, source, path);
    case 'JoinTableSourceDescription': {
      if (depth >= maxJoinDepth) throw wrongValue('too-complex', path, `at most ${maxJoinDepth} nested joins`, 'more');
      const joinSide = (name: 'LeftSourceDescription' | 'RightSourceDescription') =>
        sourceTable(call, map, source[name], `${path}.${name}`, depth + 1);
      const left = await joinSide('LeftSourceDescription');
      const right = await joinSide('RightSourceDescription');
      const joined = await joinTable(
        { ...left, key: source.LeftTableKey },
        { ...right, key: source.RightTableKey },
        source.JoinType !== 'gisLeftInnerJoin',
        path,
      );
      const { name, time, DisplayField } = left;
      return {
        name,
        ...joined,
        time: time && timeIn(name, time),
        DisplayField: DisplayField === undefined ? undefined : qualifyField(name, DisplayField),
      };
    }
    case 'RasterDataSourceDescription':
      throw unsupported(`${path} ${source.type}`, 'it has no rows');
    default:
      throw wrongValue('bad-value', path, 'a source description', source.type);
  }
}

/** Qualify the time fields of a join's left table, because bare names can be ambiguous. */
function timeIn(table: string, time: TimeDefinition): TimeDefinition {
  const { StartTimeFieldName, EndTimeFieldName } = time;
  return {
    ...time,
    StartTimeFieldName: qualifyField(table, StartTimeFieldName),
    EndTimeFieldName: EndTimeFieldName && qualifyField(table, EndTimeFieldName),
  };
}

async function mapTable(call: Call, map: MapDefinition, id: number): Promise<SourceTable> {
  const published = getPublishedTable(call.service, map, id);
  const { manifest, stored, definition, DisplayField } = published;
  const table = await call.context.store.table(call.service, published.table);
  return {
    name: published.table,
    table: withoutHidden(table, definition),
    stored,
    where: bindConditions(definitionClauses(call.service, published, ''), manifest, call.context.now()),
    published: definition,
    time: definition.time,
    DisplayField,
  };
}

/**
 * Find a workspace by its ID, which is the key of a service.
 *
 * A private service is a workspace only for itself. Other services need the capability of the operation.
 *
 * @throws {Fault} `unknown-service` for a missing or private service, `not-allowed` for a service without the
 *   capability
 */
export async function workspace({ context, service, needs }: Call, id: string, path: string): Promise<ServiceRecord> {
  if (id === service.key) return service;
  const isPrivate = async (key: string) =>
    (await context.store.portal.get('serviceSettings', key))?.access === 'private';
  const source = await context.store.service(id);
  if (source && !(await isPrivate(source.key))) {
    if (needs) requireCapability(source, needs, `${path}.WorkspaceID`);
    return source;
  }
  const usable = [];
  for (const { key } of await context.store.services()) if (!(await isPrivate(key))) usable.push(`"${key}"`);
  const keys = usable.join(', ');
  throw wrongValue('unknown-service', `${path}.WorkspaceID`, `one of ${keys}`, quoteValue(id));
}

async function openStoredTable(
  { context, service: requestedService }: Call,
  service: ServiceRecord,
  requested: string,
  path: string,
): Promise<SourceTable> {
  const listUses = (name: string): Use[] =>
    service.definition.maps
      .flatMap((map) => [...map.layers, ...map.standaloneTables])
      .filter(({ table }) => table === name);
  // Only the service itself can use a table that none of its layers shows.
  const names = Object.keys(service.definition.tables).filter(
    (name) => service === requestedService || listUses(name).length > 0,
  );
  const name =
    names.find((candidate) => candidate === requested) ??
    names.find((candidate) => candidate.toLowerCase() === requested.toLowerCase());
  if (name === undefined) throw badValue(path, `one of ${names.join(', ')}`, requested);
  const table = await context.store.table(service, name);
  const uses = listUses(name);
  return {
    name,
    table: { ...table, manifest: hideFields(table.manifest, hiddenBy(uses)) },
    where: visibleRows(table, uses, context.now()),
  };
}

function refuseVersion({ VersionName }: { readonly VersionName?: string }, path: string): void {
  if (!VersionName) return;
  const actual = `${quoteValue(VersionName)}. Tables aren't versioned`;
  throw wrongValue('bad-value', `${path}.VersionName`, 'nothing', actual);
}

type Use = LayerDefinition | StandaloneTableDefinition;

/** List the fields that any layer of a table hides. They stay hidden. */
const hiddenBy = (uses: readonly Use[]): string[] => uses.flatMap((use) => use.presentation?.hiddenFields ?? []);

/** Restrict a table to rows that at least one of its published layers shows. */
function visibleRows({ manifest }: Table, uses: readonly Use[], now: number): Condition[] {
  const filters = uses.map((use) => use.DefinitionExpression);
  if (filters.length === 0 || filters.some((text) => text.trim() === '')) return [];
  const path = 'published DefinitionExpression';
  const terms = [...new Set(filters)].flatMap((text) => bindConditions([{ text, path }], manifest, now));
  return terms.length === 1 ? terms : [{ kind: 'or', type: 'boolean', terms }];
}

async function queryTable(
  call: Call,
  source: Value<'QueryTableDataSourceDescription'>,
  path: string,
): Promise<SourceTable> {
  const query = readSelect(source.Query, path);
  const service = await workspace(call, source.WorkspaceID, path);
  const stored = await openStoredTable(call, service, query.table, `${path}.Query`);
  const { manifest } = stored.table;
  const clause = { text: query.where, path: `${path}.Query` };
  const where = [...stored.where, ...bindConditions([clause], manifest, call.context.now())];
  const ids = source.OIDFields.trim();
  if (ids !== '' && findField([{ Name: manifest.idField }], ids) === undefined)
    throw badValue(`${path}.OIDFields`, `"${manifest.idField}" or nothing`, ids);
  return {
    ...stored,
    where,
    table: { ...stored.table, manifest: limitColumns(manifest, query.columns, source, path) },
  };
}

const geometryTypes: Readonly<Record<string, TableManifest['geometry']>> = {
  gisGeometryPoint: 'point',
  gisGeometryMultipoint: 'multipoint',
  gisGeometryPolyline: 'polyline',
  gisGeometryPolygon: 'polygon',
};

const describeReference = ({ WKID, WKT = '' }: Value<'SpatialReference'>): string =>
  WKID ? `${WKID}` : WKT.slice(0, 80);

/** Reduce a manifest to the listed columns. The ID stays, geometries only if listed. */
function limitColumns(
  manifest: TableManifest,
  columns: readonly string[] | undefined,
  source: Value<'QueryTableDataSourceDescription'>,
  path: string,
): TableManifest {
  const listed = columns?.map((column) => {
    const field = findField(manifest.fields, column.split('.').at(-1)!);
    if (field) return field.Name;
    throw wrongValue('unknown-field', `${path}.Query`, 'a column of the table', quoteValue(column));
  });
  const fields = listed
    ? manifest.fields.filter(({ Name }) => Name === manifest.idField || listed.includes(Name))
    : manifest.fields;
  const { geometry, shapeField, ...rest } = manifest;
  if (!geometry || !shapeField || !fields.some(({ Name }) => Name === shapeField)) return { ...rest, fields };
  const requested = geometryTypes[source.GeometryType];
  if (requested && requested !== geometry)
    throw wrongValue('bad-value', `${path}.GeometryType`, geometry, source.GeometryType);
  const { spatialReference: stored } = manifest;
  if (
    stored &&
    source.SpatialReference.type !== 'UnknownCoordinateSystem' &&
    !sameReference(source.SpatialReference, stored)
  )
    throw wrongValue(
      'bad-value',
      `${path}.SpatialReference`,
      `${describeReference(stored)} (as stored)`,
      describeReference(source.SpatialReference),
    );
  return { ...manifest, fields };
}
