import { quoteValue, type Value, wrongValue } from '../../../contract/index.ts';
import { getWkid } from '../../../geometry/spatial-reference.ts';
import { layerByName } from '../../../handlers/layer-names.ts';
import { getPublishedTable, type PublishedTable } from '../../../handlers/published.ts';
import { describeShownRows } from '../../../handlers/shown-rows.ts';
import { columnKind } from '../../../rows/column-kind.ts';
import { geoJson, json, type Link, type OgcCall, ogcAddress } from '../call.ts';
import { worldExtent } from '../reference.ts';

export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
export const crsUri = (wkid: number): string => `http://www.opengis.net/def/crs/EPSG/0/${wkid}`;

/** List the feature layers that the service publishes. */
export const listCollections = ({ map, service }: OgcCall): PublishedTable[] =>
  map.layers.flatMap(({ LayerID, kind }) => {
    const table = kind === 'feature' ? getPublishedTable(service, map, LayerID) : undefined;
    return table?.manifest.geometry ? [table] : [];
  });

/**
 * Return the layer in the path, by ID or name. @throws {Fault} `not-found` when the service has no such feature layer
 */
export function collectionAt(call: OgcCall): PublishedTable {
  const requested = call.path.collectionId ?? '';
  const all = listCollections(call);
  const layer = layerByName(call.map, requested);
  const collection = all.find(({ id }) => id === layer?.LayerID);
  if (collection) return collection;
  const ids = all.map(({ id }) => id).join(', ');
  throw wrongValue('not-found', 'collectionId', `one of ${ids}`, quoteValue(requested));
}

/** List the fields whose values can be written and compared. */
export const listQueryableFields = ({ manifest }: PublishedTable): Value<'Field'>[] =>
  manifest.fields.filter((field) => columnKind(field) !== undefined);

const jsonTypes: Readonly<Record<string, object>> = {
  string: { type: 'string' },
  int: { type: 'integer' },
  double: { type: 'number' },
  date: { type: 'string', format: 'date-time' },
};

/** Return the JSON Schema of a layer's properties. */
export const collectionSchema = (published: PublishedTable): Record<string, object> =>
  Object.fromEntries(
    listQueryableFields(published).map((field) => [
      field.Name,
      { title: field.AliasName ?? field.Name, ...jsonTypes[columnKind(field)!] },
    ]),
  );

/** Return the document of a layer, with its extent, times and CRSs. */
export async function collectionBody(call: OgcCall, published: PublishedTable): Promise<object> {
  const { id, Name, manifest, definition } = published;
  const shown = await describeShownRows(call, call.map, id);
  const box = shown.extent && (await worldExtent(call, shown.extent, manifest.spatialReference));
  const time = shown.time?.fullTimeExtent?.map((moment) => new Date(moment).toISOString());
  const stored = getWkid(manifest.spatialReference);
  const crs = [...new Set([crs84, crsUri(4326), crsUri(3857), ...(stored ? [crsUri(stored)] : [])])];
  return {
    id: String(id),
    title: Name,
    description: definition.Description,
    extent: {
      spatial: box && { bbox: [box], crs: crs84 },
      temporal: time && { interval: [time], trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' },
    },
    itemType: 'feature',
    crs,
    storageCrs: stored && (stored === 4326 ? crs84 : crsUri(stored)),
    links: collectionLinks(call, published),
  };
}

/** List the links of a layer. */
export function collectionLinks(call: OgcCall, { id, Name }: PublishedTable): Link[] {
  const path = `/collections/${id}`;
  return [
    { href: ogcAddress(call, path), rel: 'self', type: json, title: Name },
    { href: ogcAddress(call, `${path}/items`), rel: 'items', type: geoJson, title: `Features of ${Name}` },
    {
      href: ogcAddress(call, `${path}/queryables`),
      rel: 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
      type: 'application/schema+json',
      title: `Properties of ${Name}`,
    },
  ];
}
