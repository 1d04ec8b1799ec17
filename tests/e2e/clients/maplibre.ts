import { FeatureLayer, VectorTileLayer } from '@esri/maplibre-arcgis';
import FeatureService from 'mapbox-gl-arcgis-featureserver';
import maplibre from 'maplibre-gl';
import style from 'maplibre-gl/dist/maplibre-gl.css?inline';
import { newElement, type Seen } from './page.ts';

document.head.append(Object.assign(document.createElement('style'), { textContent: style }));

/** The view of a map: center in degrees, and zoom level for tiles of 512 pixels. */
export interface GlView {
  readonly centre: readonly [longitude: number, latitude: number];
  readonly zoom: number;
  readonly size: readonly [widthPx: number, heightPx: number];
}

let current: maplibre.Map | undefined;

/** Open a map, empty without a style. */
async function openMap({ centre, zoom, size }: GlView, mapStyle?: string): Promise<maplibre.Map> {
  current?.remove();
  const map = new maplibre.Map({
    container: newElement(...size),
    style: mapStyle ?? { version: 8, sources: {}, layers: [] },
    center: [...centre],
    zoom,
    fadeDuration: 0,
    attributionControl: false,
    pixelRatio: 1,
  });
  current = map;
  const failed = new Promise<never>((_, reject) => map.on('error', ({ error }) => reject(error)));
  await Promise.race([map.once('idle'), failed]);
  return map;
}

/** Return the visible extent in Web Mercator. */
function readView(map: maplibre.Map): Seen {
  const metres = (point: maplibre.LngLat): [number, number] => {
    const { x, y } = maplibre.MercatorCoordinate.fromLngLat(point);
    return [(x - 0.5) * 2 * 20037508.342789244, (0.5 - y) * 2 * 20037508.342789244];
  };
  const bounds = map.getBounds();
  return [...metres(bounds.getSouthWest()), ...metres(bounds.getNorthEast())];
}

/** Return the attributes of features within two pixels of a location, the topmost first. */
const shownAt = (map: maplibre.Map, point: readonly [number, number]) => {
  const { x, y } = map.project([...point]);
  const box: [[number, number], [number, number]] = [
    [x - 2, y - 2],
    [x + 2, y + 2],
  ];
  return map.queryRenderedFeatures(box).map(({ layer, properties }) => ({ layer: layer.id, properties }));
};

/** Draw a service with the style of its vector tiles. */
export async function drawStyle(url: string, view: GlView, point: readonly [number, number]) {
  const map = await openMap(view, `${url}/resources/styles/root.json`);
  return { seen: readView(map), shown: shownAt(map, point) };
}

/** Draw a service with the vector tile layer of Esri's plugin. */
export async function drawVectorTiles(url: string, view: GlView, point: readonly [number, number]) {
  const map = await openMap(view);
  (await VectorTileLayer.fromUrl(url)).addSourcesAndLayersTo(map as never);
  await map.once('idle');
  return { seen: readView(map), shown: shownAt(map, point) };
}

/**
 * Draw the rows of a layer with the feature layer of Esri's plugin, in one request or by tile, and return their
 * attributes.
 */
export async function drawFeatures(
  url: string,
  view: GlView,
  mode: 'snapshot' | 'ondemand',
  query: object = {},
): Promise<Record<string, unknown>[]> {
  const map = await openMap(view);
  const layer = await FeatureLayer.fromUrl(url, { query, _loadingMode: mode } as object);
  layer.addSourcesAndLayersTo(map as never);
  return readRows(map, layer.sourceId!);
}

/** Draw the rows of a layer with the other plugin, which requests tiles as PBF, and return their attributes. */
export async function drawPlugin(url: string, view: GlView, where: string) {
  const map = await openMap(view);
  const service = new FeatureService('rows', map, { url, where, minZoom: 0 });
  map.addLayer({ id: 'points', source: 'rows', type: 'circle', paint: { 'circle-color': '#f00', 'circle-radius': 6 } });
  map.addLayer({ id: 'areas', source: 'rows', type: 'fill', paint: { 'fill-color': '#f00' }, filter: isArea });
  const rows = await readRows(map, 'rows');
  const ids = rows.slice(0, 2).map((row) => row.OBJECTID as number);
  const byId = await service.getFeaturesByObjectIds(ids, true);
  return { rows, byId: byId.features.map(({ id }: { id: number }) => id) };
}

const isArea: maplibre.FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

/** Wait for the rows of a source, and return their attributes. */
async function readRows(map: maplibre.Map, source: string): Promise<Record<string, unknown>[]> {
  const data = async () =>
    (await (map.getSource(source) as maplibre.GeoJSONSource).getData()) as GeoJSON.FeatureCollection;
  while ((await data()).features.length === 0) await new Promise((resolve) => setTimeout(resolve, 30));
  await map.once('idle');
  return (await data()).features.map(({ properties }) => properties!);
}
