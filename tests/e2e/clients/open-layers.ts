import EsriJSON from 'ol/format/EsriJSON.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import WMTSCapabilities from 'ol/format/WMTSCapabilities.js';
import ImageLayer from 'ol/layer/Image.js';
import type Layer from 'ol/layer/Layer.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import { bbox, tile } from 'ol/loadingstrategy.js';
import OlMap from 'ol/Map.js';
import ImageArcGISRest from 'ol/source/ImageArcGISRest.js';
import ImageWMS from 'ol/source/ImageWMS.js';
import TileArcGISRest from 'ol/source/TileArcGISRest.js';
import VectorSource from 'ol/source/Vector.js';
import WMTS, { optionsFromCapabilities } from 'ol/source/WMTS.js';
import { Fill, Style } from 'ol/style.js';
import { createXYZ } from 'ol/tilegrid.js';
import View from 'ol/View.js';
import { newElement, type Seen } from './page.ts';

/** The view of a map, in Web Mercator. */
export interface MapView {
  readonly centre: readonly [x: number, y: number];
  /** Meters per pixel. */
  readonly resolution: number;
  readonly size: readonly [widthPx: number, heightPx: number];
}

/** Show one layer, wait until it is loaded, and return the visible extent. */
async function show(layer: Layer, { centre, resolution, size }: MapView): Promise<Seen> {
  const view = new View({ center: [...centre], resolution, constrainResolution: false });
  const map = new OlMap({ target: newElement(...size), layers: [layer], view, controls: [], pixelRatio: 1 });
  await new Promise((resolve) => map.once('rendercomplete', resolve));
  return view.calculateExtent([...size]) as unknown as Seen;
}

/** Draw a map service as one image of the view. */
export const drawImage = (url: string, mapView: MapView): Promise<Seen> =>
  show(new ImageLayer({ source: new ImageArcGISRest({ url, ratio: 1 }) }), mapView);

/** Draw a map service as tiles, from its cache if it has one. */
export async function drawTiles(
  url: string,
  mapView: MapView,
): Promise<{ seen: Seen; failed: number; loaded: number }> {
  const source = new TileArcGISRest({ url, transition: 0 });
  let [failed, loaded] = [0, 0];
  source.on('tileloaderror', () => failed++);
  source.on('tileloadend', () => loaded++);
  return { seen: await show(new TileLayer({ source }), mapView), failed, loaded };
}

/**
 * Draw the rows of a polygon layer in red, tile by tile like the example of the library, and return their IDs and
 * areas.
 */
export async function drawRows(url: string, mapView: MapView, where: string) {
  const format = new EsriJSON();
  const requests: string[] = [];
  const source = new VectorSource({
    strategy: tile(createXYZ({ tileSize: 512 })),
    loader: async (extent, _resolution, _projection, done) => {
      const [xmin, ymin, xmax, ymax] = extent;
      const geometry = JSON.stringify({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 102100 } });
      const parameters = new URLSearchParams({
        f: 'json',
        returnGeometry: 'true',
        spatialRel: 'esriSpatialRelIntersects',
        geometry,
        geometryType: 'esriGeometryEnvelope',
        inSR: '102100',
        outFields: '*',
        outSR: '102100',
        where,
      });
      requests.push(geometry);
      const response = await fetch(`${url}/query?${parameters}`);
      const features = format.readFeatures(await response.text(), { featureProjection: 'EPSG:3857' });
      source.addFeatures(features.filter((feature) => !source.getFeatureById(feature.getId()!)));
      done?.(features);
      return features;
    },
  });
  const style = new Style({ fill: new Fill({ color: '#f00' }) });
  await show(new VectorLayer({ source, style }), mapView);
  // The loader finishes after the first image.
  while (source.loading) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    requests: requests.length,
    rows: source
      .getFeatures()
      .map((feature) => ({ id: feature.getId() as number, kind: feature.getGeometry()!.getType() })),
  };
}

/** Draw a service with WMS, and return the features at its center. */
export async function drawWms(url: string, mapView: MapView, layers: string, queried: string) {
  const source = new ImageWMS({ url: `${url}/WMSServer`, params: { LAYERS: layers, VERSION: '1.3.0' }, ratio: 1 });
  const seen = await show(new ImageLayer({ source }), mapView);
  const info = source.getFeatureInfoUrl([...mapView.centre], mapView.resolution, 'EPSG:3857', {
    INFO_FORMAT: 'application/geo+json',
    QUERY_LAYERS: queried,
  })!;
  const actual = new GeoJSON().readFeatures(await (await fetch(info)).text());
  return {
    seen,
    found: actual.map((feature) => feature.getProperties()),
    legend: await readImageSize(source, queried, mapView),
  };
}

/** Return the size of a layer's legend image. */
async function readImageSize(source: ImageWMS, layer: string, { resolution }: MapView) {
  const response = await fetch(source.getLegendUrl(resolution, { LAYER: layer })!);
  const { width, height } = await createImageBitmap(await response.blob());
  return [width, height] as const;
}

/** Draw the cache of a service with WMTS, configured by its capabilities. */
export async function drawWmts(url: string, mapView: MapView): Promise<{ seen: Seen; failed: number; loaded: number }> {
  const text = await (await fetch(`${url}/WMTS/1.0.0/WMTSCapabilities.xml`)).text();
  const capabilities = new WMTSCapabilities().read(text);
  const [layer] = capabilities.Contents.Layer;
  const options = optionsFromCapabilities(capabilities, { layer: layer.Identifier })!;
  const source = new WMTS({ ...options, transition: 0 });
  let [failed, loaded] = [0, 0];
  source.on('tileloaderror', () => failed++);
  source.on('tileloadend', () => loaded++);
  return { seen: await show(new TileLayer({ source }), mapView), failed, loaded };
}

/** Draw the features of a collection in red with OGC API - Features, and return the properties of the visible ones. */
export async function drawCollection(url: string, mapView: MapView, collection: string | number, filter: string) {
  const source: VectorSource = new VectorSource({
    format: new GeoJSON(),
    strategy: bbox,
    url: (extent) => {
      const crs = 'http://www.opengis.net/def/crs/EPSG/0/3857';
      const parameters = new URLSearchParams({ f: 'geojson', limit: '1000', bbox: extent.join(','), filter });
      return `${url}/collections/${collection}/items?${parameters}&bbox-crs=${crs}`;
    },
  });
  await show(new VectorLayer({ source, style: new Style({ fill: new Fill({ color: '#f00' }) }) }), mapView);
  return source.getFeatures().map((feature) => {
    const { geometry, ...properties } = feature.getProperties();
    return { id: feature.getId() as number, kind: geometry.getType() as string, properties };
  });
}
