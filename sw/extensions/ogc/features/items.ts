import { badValue, Fault, quoteValue, type Value, wrongValue } from '../../../contract/index.ts';
import { geoJsonShape } from '../../../formats/geojson/write-geojson.ts';
import { plain, restShape } from '../../../formats/rest-value.ts';
import { splitBoxAtDateLine, unwrapEast } from '../../../geometry/date-line/around-world.ts';
import type { Extent } from '../../../geometry/extent.ts';
import { projectExtent } from '../../../geometry/project-extent.ts';
import type { PublishedTable } from '../../../handlers/published.ts';
import { answerRows, featureQuery } from '../../../handlers/query/feature-query.ts';
import { recordOptions, recordSet } from '../../../handlers/query/record-set.ts';
import { loadReferences, transformationBetween } from '../../../handlers/references.ts';
import { columnKind } from '../../../rows/column-kind.ts';
import { envelopeValue } from '../../../rows/geometry/geometry-value.ts';
import { countRows } from '../../../rows/scan.ts';
import { combineConditions } from '../../../rows/where/parse.ts';
import { documentResponse, geoJson, json, type Link, type OgcCall, type OgcResource, ogcAddress } from '../call.ts';
import type { featureRows } from '../contract/features.ts';
import { badParameter } from '../read-parameters.ts';
import { findNamedReference, type NamedReference, swapXY } from '../reference.ts';
import { parseTimeValue } from '../time.ts';
import { collectionAt, crs84, listQueryableFields } from './collections.ts';

const defaultLimit = 10;

/** Get a page of features, ordered by ID. */
export const items: OgcResource<(typeof featureRows)['items']> = async (call, values) => {
  const published = collectionAt(call);
  const { offset } = values;
  const limit = Math.min(values.limit ?? defaultLimit, call.service.definition.limits.MaximumRecordCount);
  const reference = await readReference(call, 'crs', values.crs);
  const filter = await readItemFilter(call, published, values);
  const query = await makeItemQuery(call, published, filter, reference).catch(inParameters);
  const rows = await answerRows(query, offset + limit);
  const records = await recordSet(call, query.table, rows.subarray(offset), query.fields, recordOptions(query));
  const features = toFeatures(published, records, reference);
  const matched = await countRows(query.table, query.question, query.scheduler);
  const links: Link[] = [pageLink(call, 'self', offset, limit)];
  if (offset + features.length < matched) links.push(pageLink(call, 'next', offset + limit, limit));
  if (offset > 0) links.push(pageLink(call, 'prev', Math.max(0, offset - limit), limit));
  links.push({ href: ogcAddress(call, `/collections/${published.id}`), rel: 'collection', type: json });
  const body = {
    type: 'FeatureCollection',
    timeStamp: new Date(call.context.now()).toISOString(),
    numberMatched: matched,
    numberReturned: features.length,
    features,
    links,
  };
  return documentResponse(
    { title: published.Name, links, body, type: geoJson, headers: crsHeader(values.crs) },
    values.f === 'html',
  );
};

/** Get one feature. @throws {Fault} `not-found` when the layer has no such feature */
export const item: OgcResource<(typeof featureRows)['item']> = async (call, values) => {
  const published = collectionAt(call);
  const requested = call.path.featureId ?? '';
  const reference = await readReference(call, 'crs', values.crs);
  const id = /^\d{1,10}$/.test(requested) ? Number(requested) : -1;
  const filter: Value<'QueryFilter'> = {
    type: 'QueryFilter',
    WhereClause: '',
    SubFields: '*',
    FIDSet: { FIDArray: [id] },
    Resolution: 0,
  };
  const query = await makeItemQuery(call, published, filter, reference);
  const rows = await answerRows(query, 1);
  if (rows.length === 0)
    throw wrongValue('not-found', 'featureId', 'the ID of a feature in the collection', quoteValue(requested));
  const records = await recordSet(call, query.table, rows, query.fields, recordOptions(query));
  const links: Link[] = [
    { href: ogcAddress(call, `/collections/${published.id}/items/${id}`), rel: 'self', type: geoJson },
    { href: ogcAddress(call, `/collections/${published.id}`), rel: 'collection', type: json },
  ];
  const body = { ...toFeatures(published, records, reference)[0], links };
  return documentResponse(
    { title: `${published.Name} ${id}`, links, body, type: geoJson, headers: crsHeader(values.crs) },
    values.f === 'html',
  );
};

/** Rethrow a fault of the query. If it names the where clause, name the parameter `filter` instead. */
function inParameters(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  throw new Fault(error.code, error.message.replace(/^items\.QueryFilter\.WhereClause/, 'filter'), error.detail);
}

const crsHeader = (crs: string | undefined) => ({ 'content-crs': `<${crs ?? crs84}>` });

const makeItemQuery = (
  call: OgcCall,
  { id }: PublishedTable,
  filter: Value<'QueryFilter'>,
  { reference }: NamedReference,
) =>
  featureQuery(
    call,
    { MapName: call.map.Name, QueryFilter: { ...filter, OutputSpatialReference: reference } },
    id,
    'items',
  );

/** Return a link to another page: the address of the request with a new offset and limit. */
function pageLink(call: OgcCall, rel: string, offset: number, limit: number): Link {
  const query = new URLSearchParams(call.query);
  query.set('offset', String(offset));
  query.set('limit', String(limit));
  return { href: `${call.address}${call.here}?${query}`, rel, type: geoJson };
}

async function readReference(call: OgcCall, name: string, uri: string | undefined): Promise<NamedReference> {
  const named = await findNamedReference(call, uri ?? crs84);
  if (named) return named;
  throw badParameter(name, `the URI of a known reference system such as ${crs84}`, uri!);
}

type ItemValues = Parameters<typeof items>[1];

async function readItemFilter(
  call: OgcCall,
  published: PublishedTable,
  values: ItemValues,
): Promise<Value<'QueryFilter'>> {
  const { filter, datetime, bbox } = values;
  const clauses = [toWhereClause(filter ?? ''), ...propertyClauses(call, published)].map((text) => ({
    text,
    path: 'filter',
  }));
  const common = { WhereClause: combineConditions(clauses), SubFields: '*', Resolution: 0 };
  const spatial = {
    SearchOrder: 'gisSearchOrderSpatial' as const,
    SpatialRel: 'gisSpatialRelIntersects' as const,
    SpatialRelDescription: '',
    GeometryFieldName: '',
    FilterOwnsGeometry: true,
    FilterGeometry: bbox ? await readBox(call, published, bbox, values['bbox-crs']) : ({ type: 'Geometry' } as const),
  };
  if (datetime !== undefined)
    return {
      type: 'TimeQueryFilter',
      ...common,
      ...spatial,
      TimeValue: parseTimeValue(datetime, call.context.now(), 'datetime'),
      OutputTimeReference: { TimeZoneNameID: '' },
      TimeRelation: 'gisTimeRelationOverlaps',
    };
  return bbox ? { type: 'SpatialFilter', ...common, ...spatial } : { type: 'QueryFilter', ...common };
}

/** Convert a box to the CRS of the rows. A box whose west is greater than its east crosses the antimeridian. */
async function readBox(call: OgcCall, { manifest }: PublishedTable, bbox: readonly number[], uri: string | undefined) {
  const box = await readReference(call, 'bbox-crs', uri);
  const [a, b, c, d] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  const inputBox: Extent = [a!, b!, c!, d!];
  const stored = manifest.spatialReference;
  await loadReferences(call.context, box.reference, stored);
  const extent = unwrapEast(box.isNorthingFirst ? swapXY(inputBox) : inputBox, box.reference);
  if (!(extent[0] <= extent[2] && extent[1] <= extent[3]))
    throw badParameter('bbox', 'minimum ≤ maximum', bbox.join(','));
  const way = await transformationBetween(call, box.reference, stored);
  const parts = splitBoxAtDateLine(extent, box.reference);
  // The query itself splits the box at the antimeridian.
  if (!way || parts.length > 1) return envelopeValue(extent, box.reference);
  return envelopeValue(projectExtent(parts[0]!, way), stored);
}

/**
 * Convert parameters named after properties to where clauses.
 *
 * @throws {Fault} `bad-value` for unknown names, which the standard requires
 */
function propertyClauses(call: OgcCall, published: PublishedTable): string[] {
  const properties = listQueryableFields(published);
  return [...call.others].map(([name, text]) => {
    const field = properties.find(({ Name }) => Name.toLowerCase() === name);
    if (!field) {
      const propertyNames = properties.map(({ Name }) => Name).join(', ');
      throw badValue('Parameter', `a parameter of items or one of ${propertyNames.slice(0, 400)}`, name);
    }
    const column = `"${field.Name.replaceAll('"', '""')}"`;
    const kind = columnKind(field);
    const quoted = `'${text.replaceAll("'", "''")}'`;
    if (kind === 'string') return `${column} = ${quoted}`;
    if (kind === 'date') return toWhereClause(`${column} = TIMESTAMP(${quoted})`);
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw badParameter(field.Name, 'a number', text);
    return `${column} = ${text}`;
  });
}

function toFeatures(
  { manifest }: PublishedTable,
  { Fields, Records }: Value<'RecordSet'>,
  { isNorthingFirst }: NamedReference,
) {
  const fields = Fields.FieldArray;
  return Records.map(({ Values }) => {
    const properties: Record<string, unknown> = Object.create(null);
    let geometry: object | null = null;
    let id: unknown;
    for (const [i, { Name, Type }] of fields.entries()) {
      const value = Values[i]!;
      if (Type === 'gisFieldTypeGeometry') {
        geometry = value === null ? null : geoJsonShape(restShape(value as Value<'Geometry'>));
        continue;
      }
      if (Type === 'gisFieldTypeRaster') continue;
      properties[Name] = plain(value);
      if (Name === manifest.idField) id = plain(value);
    }
    const shape = geometry && isNorthingFirst ? swapShapeAxes(geometry as Shape) : geometry;
    return { type: 'Feature', id, geometry: shape, properties };
  });
}

interface Shape {
  readonly type: string;
  readonly coordinates: Nested;
}
type Nested = readonly (number | Nested)[];

/** Swap coordinates, for a CRS whose first axis is the northing. */
const swapShapeAxes = ({ type, coordinates }: Shape): Shape => ({ type, coordinates: swapAxes(coordinates) });
const swapAxes = (nested: Nested): Nested =>
  typeof nested[0] === 'number' ? [nested[1]!, nested[0]] : nested.map((inner) => swapAxes(inner as Nested));

/** Matches CQL2 functions that a where clause doesn't support. */
const unknown = /^(S_\w+|T_\w+|A_\w+|BBOX|POINT|POLYGON|LINESTRING|MULTI\w+|INTERVAL|ENVELOPE)$/i;

/** Matches quoted text, quoted names and bare words. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\b[A-Za-z_]\w*\b/g;

/**
 * Convert a condition in CQL2 text to a where clause. The languages differ in dates, CASEI and spatial functions.
 *
 * @throws {Fault} `not-supported` for functions of space, time and lists
 */
function toWhereClause(filter: string): string {
  const withDates = filter.replace(
    /('(?:[^']|'')*'|"(?:[^"]|"")*")|\b(DATE|TIMESTAMP)\s*\(\s*'([^']*)'\s*\)/gi,
    (whole, quoted: string | undefined, word: string, text: string) =>
      quoted ? whole : `${word.toUpperCase()} '${text.replace(/(\d)T(\d)/i, '$1 $2').replace(/(\.\d+)?Z$/i, '')}'`,
  );
  return withDates.replace(token, (word) => {
    if (word.startsWith("'") || word.startsWith('"')) return word;
    if (unknown.test(word))
      throw new Fault(
        'not-supported',
        `filter: expected comparisons, AND, OR, NOT, LIKE, IN, BETWEEN and IS NULL, found "${word}". Restrict space and time with bbox and datetime.`,
      );
    if (/^CASEI$/i.test(word)) return 'UPPER';
    return word;
  });
}
