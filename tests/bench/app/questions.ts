import { call as callWorker } from '../../../src/connection/call.ts';
import type { RequestOf, Value } from '../../../sw/contract/index.ts';

/** Create a count request. The map of a published file has the file's name, and its layer the ID 0. */
export function countRequest(MapName: string, filter: Partial<Value<'SpatialFilter'>>): RequestOf<'QueryFeatureCount'> {
  return {
    MapName,
    LayerID: 0,
    QueryFilter: {
      type: 'SpatialFilter',
      WhereClause: '',
      SpatialRel: 'gisSpatialRelIntersects',
      SearchOrder: 'gisSearchOrderSpatial',
      SpatialRelDescription: '',
      GeometryFieldName: '',
      FilterOwnsGeometry: false,
      Resolution: 0,
      ...filter,
    } as Value<'SpatialFilter'>,
  };
}

export const box = (XMin: number, YMin: number, XMax: number, YMax: number): Value<'EnvelopeN'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
});

/** Return the geometry of a country for a query. */
export function toPolygonN(countries: readonly GeoJSON.Feature[], name: string): Value<'PolygonN'> {
  const geometry = countries.find(({ properties }) => properties!.NAME === name)!.geometry;
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as GeoJSON.MultiPolygon).coordinates;
  const RingArray = polygons.flat().map(
    (ring): Value<'Ring'> => ({
      type: 'Ring',
      PointArray: ring.map(([X, Y]) => ({ type: 'PointN', X: X!, Y: Y! })),
    }),
  );
  return { type: 'PolygonN', HasID: false, HasZ: false, HasM: false, RingArray };
}

/** Return the rings of a polygon as flat arrays. */
export const listRings = (shape: Value<'PolygonN'>): number[][] =>
  shape.RingArray.map(({ PointArray }) =>
    PointArray!.flatMap((point) => (point.type === 'PointN' ? [point.X, point.Y] : [])),
  );

/** Create a request for the sums of a field by the values of another. */
export const sumBy = (MapName: string, GroupByFields: string, field: string): RequestOf<'QueryDataStatistics'> => ({
  MapName,
  MapTableDescription: { type: 'LayerDescription', LayerID: 0 } as Value<'LayerDescription'>,
  StatisticsRequest: {
    StatisticDescriptions: [{ StatisticFieldName: field, StatisticType: 'gisDSTypeSum' }],
    GroupByFields,
  } as unknown as Value<'StatisticsRequest'>,
  QueryFilter: { type: 'QueryFilter', WhereClause: '' } as Value<'QueryFilter'>,
});

async function makeMap(service: string) {
  const MapName = (await callWorker('GetDefaultMapName', service, {})).Result;
  const { DefaultMapDescription } = (await callWorker('GetServerInfo', service, { MapName })).Result;
  return {
    MapDescription: DefaultMapDescription!,
    MapImageDisplay: { ImageWidth: 1024, ImageHeight: 768, ImageDPI: 96 },
    LayerIDs: [],
  };
}

/** Create a request for text in any field. */
export const findRequest = async (service: string, SearchString: string): Promise<RequestOf<'Find'>> => ({
  ...(await makeMap(service)),
  SearchString,
  Contains: true,
  SearchFields: '',
  FindOption: 'gisFindAllLayers',
});

/** Create a request for the features at a point. */
export const identifyRequest = async (service: string, X: number, Y: number): Promise<RequestOf<'Identify'>> => ({
  ...(await makeMap(service)),
  SearchShape: { type: 'PointN', X, Y },
  Tolerance: 0,
  IdentifyOption: 'gisIdentifyAllLayers',
});
