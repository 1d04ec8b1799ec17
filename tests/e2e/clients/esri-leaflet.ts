import { dynamicMapLayer, featureLayer, find, identifyFeatures, query, tiledMapLayer } from 'esri-leaflet';
import { CRS, circleMarker, LatLngBounds, map as leafletMap } from 'leaflet';
import style from 'leaflet/dist/leaflet.css?inline';
import { newElement, type Seen } from './page.ts';

document.head.append(Object.assign(document.createElement('style'), { textContent: style }));

/** The view of a map: center in degrees, zoom level and size. */
export interface View {
  readonly centre: readonly [latitude: number, longitude: number];
  readonly zoom: number;
  readonly size: readonly [widthPx: number, heightPx: number];
}

function openMap({ centre, zoom, size }: View) {
  const map = leafletMap(newElement(...size), {
    zoomControl: false,
    attributionControl: false,
    fadeAnimation: false,
    zoomAnimation: false,
  });
  map.setView(centre, zoom);
  return map;
}

/** Return the first answer of a task of the library. */
function run(task: { run(done: (error: unknown, collection: Found) => void): void }): Promise<Found> {
  return new Promise((resolve, reject) => {
    task.run((error, collection) => (error ? reject(new Error(JSON.stringify(error))) : resolve(collection)));
  });
}

type Found = { features: (GeoJSON.Feature & { layerId: number })[] };

const loadLayer = (layer: { once(name: string, done: (event: unknown) => void): void }): Promise<unknown> =>
  new Promise((resolve, reject) => {
    layer.once('load', resolve);
    layer.once('requesterror', (event) => reject(new Error(JSON.stringify((event as { message: string }).message))));
  });

/** Draw a map service as one image, and return its extent. */
export async function drawDynamic(url: string, view: View, options: object = {}): Promise<Seen> {
  const map = openMap(view);
  const layer = dynamicMapLayer({ url, opacity: 1, ...options });
  const done = loadLayer(layer);
  layer.addTo(map);
  await done;
  const { x: xmin, y: ymin } = CRS.EPSG3857.project(map.getBounds().getSouthWest());
  const { x: xmax, y: ymax } = CRS.EPSG3857.project(map.getBounds().getNorthEast());
  return [xmin, ymin, xmax, ymax];
}

/** Draw a map service from its tiles, and return the number of loaded tiles. */
export async function drawTiled(url: string, view: View): Promise<number> {
  const map = openMap(view);
  const layer = tiledMapLayer({ url });
  let tiles = 0;
  layer.on('tileload', () => {
    tiles++;
  });
  const done = new Promise((resolve) => layer.once('load', resolve));
  layer.addTo(map);
  await done;
  return tiles;
}

/** Draw the points of a layer as red circles, and return their IDs in order. */
export async function drawPoints(url: string, view: View, where: string): Promise<number[]> {
  const map = openMap(view);
  const pointToLayer = (_: unknown, position: unknown) =>
    circleMarker(position, { radius: 6, stroke: false, fillColor: '#f00', fillOpacity: 1 });
  const layer = featureLayer({ url, where, pointToLayer });
  const done = loadLayer(layer);
  layer.addTo(map);
  await done;
  const ids: number[] = [];
  layer.eachFeature(({ feature }: { feature: { id: number } }) => ids.push(feature.id));
  return ids.sort((a, b) => a - b);
}

/** Return the answers of each query method of the library. */
export async function ask(url: string, where: string) {
  const of = () => query({ url }).where(where);
  const get = (how: 'count' | 'ids' | 'bounds'): Promise<unknown> =>
    new Promise((resolve, reject) => {
      of()[how]((error: unknown, answer: unknown) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(answer),
      );
    });
  const { features } = await run(of().orderBy('OBJECTID'));
  return {
    count: await get('count'),
    ids: await get('ids'),
    bounds: ((await get('bounds')) as { toBBoxString(): string }).toBBoxString().split(',').map(Number),
    features,
  };
}

/** Return the attributes of the rows in a box in degrees. */
export async function askWithin(url: string, box: readonly [number, number, number, number], where: string) {
  const [west, south, east, north] = box;
  const area = new LatLngBounds([south, west], [north, east]);
  const { features } = await run(query({ url }).where(where).intersects(area));
  return features.map(({ properties }) => properties as Record<string, unknown>);
}

/** Identify the features at the center of a view. */
export async function identifyAt(url: string, view: View): Promise<{ layer: number; properties: unknown }[]> {
  const task = identifyFeatures({ url }).on(openMap(view)).at(view.centre).layers('visible').tolerance(3);
  const { features } = await run(task);
  return features.map(({ layerId, properties }) => ({ layer: layerId, properties }));
}

/** Search the attributes of a layer. */
export async function findText(url: string, text: string, layers: string, fields: string) {
  const { features } = await run(find({ url }).text(text).layers(layers).fields(fields));
  return features.map(({ geometry, properties }) => ({ type: geometry.type, properties }));
}
