import EsriJSON from 'ol/format/EsriJSON.js';
import ImageLayer from 'ol/layer/Image.js';
import type Layer from 'ol/layer/Layer.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import { tile } from 'ol/loadingstrategy.js';
import OlMap from 'ol/Map.js';
import ImageArcGISRest from 'ol/source/ImageArcGISRest.js';
import TileArcGISRest from 'ol/source/TileArcGISRest.js';
import VectorSource from 'ol/source/Vector.js';
import { Fill, Style } from 'ol/style.js';
import { createXYZ } from 'ol/tilegrid.js';
import View from 'ol/View.js';
import { newElement, type Seen } from './page.ts';

/** Where a map looks, in Web Mercator. */
export interface MapView {
  readonly centre: readonly [x: number, y: number];
  /** Metres of a pixel. */
  readonly resolution: number;
  readonly size: readonly [widthPx: number, heightPx: number];
}

/** Show one layer until nothing more of it is loaded, and say what is seen. */
async function show(layer: Layer, { centre, resolution, size }: MapView): Promise<Seen> {
  const view = new View({ center: [...centre], resolution, constrainResolution: false });
  const map = new OlMap({ target: newElement(...size), layers: [layer], view, controls: [], pixelRatio: 1 });
  await new Promise((resolve) => map.once('rendercomplete', resolve));
  return view.calculateExtent([...size]) as unknown as Seen;
}

/** Draw a map service as one picture of what is seen. */
export const drawImage = (url: string, mapView: MapView): Promise<Seen> =>
  show(new ImageLayer({ source: new ImageArcGISRest({ url, ratio: 1 }) }), mapView);

/** Draw a map service as pictures side by side; from its cache where it has one. */
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

/** Draw the rows of a polygon layer in red, tile by tile as the example of the library does; their ids and areas. */
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
  // The loader answers after the first picture.
  while (source.loading) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    requests: requests.length,
    rows: source
      .getFeatures()
      .map((feature) => ({ id: feature.getId() as number, kind: feature.getGeometry()!.getType() })),
  };
}
