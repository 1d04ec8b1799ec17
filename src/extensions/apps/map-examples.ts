import { base } from '../../connection/call.ts';

/**
 * Code for a page with an element `map`, written with a library's package; `show(value)` shows a message next to the
 * map.
 */
interface MapExample {
  /** Packages with their licenses. */
  readonly packages: string;
  /** Style sheets of the libraries, by their name in the app's folder. */
  readonly styles: readonly string[];
  /** The service and extent in degrees of the example's image in the gallery. */
  readonly image: readonly [service: string, extent: string];
  readonly code: string;
}

const services = `${location.origin}${base}rest/services`;

export const mapExamples = {
  'esri-leaflet': {
    packages: 'esri-leaflet (Apache-2.0), leaflet (BSD-2-Clause)',
    styles: ['leaflet.css'],
    image: ['World', '-12,35,32,60'],
    code: `import L from 'leaflet';
import { dynamicMapLayer, featureLayer } from 'esri-leaflet';

const services = '${services}';
const map = L.map('map').setView([47, 12], 4);

// Pictures of a map, drawn for each view
dynamicMapLayer({ url: \`\${services}/World/MapServer\`, opacity: 1 })
  .bindPopup((error, { features: [found] }) => found?.properties.Name ?? 'Sea')
  .addTo(map);

// Rows of a layer, drawn by the library
featureLayer({
  url: \`\${services}/Earthquakes/FeatureServer/0\`,
  where: 'MAGNITUDE >= 4',
  pointToLayer: ({ properties }, at) =>
    L.circleMarker(at, {
      radius: 2 * properties.MAGNITUDE - 4,
      color: '#8e2b2b',
      weight: 1,
      fillOpacity: 0.5,
    }),
})
  .bindTooltip(
    ({ feature: { properties: { MAGNITUDE, PLACE } } }) => \`\${MAGNITUDE}: \${PLACE}\`,
  )
  .addTo(map);`,
  },
  openlayers: {
    packages: 'ol (BSD-2-Clause)',
    styles: ['ol.css'],
    image: ['Earth', '68,8,148,50'],
    code: `import Map from 'ol/Map.js';
import View from 'ol/View.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import ImageLayer from 'ol/layer/Image.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat } from 'ol/proj.js';
import ImageArcGISRest from 'ol/source/ImageArcGISRest.js';
import VectorSource from 'ol/source/Vector.js';

const services = '${services}';
const earth = new ImageArcGISRest({ url: \`\${services}/Earth/MapServer\` });
// By the standard OGC API - Features; WMS and WMTS are there as well
const collection = \`\${services}/Earthquakes/OGCFeatureServer/collections/0\`;
const quakes = new VectorSource({
  url: \`\${collection}/items?limit=1000&filter=MAGNITUDE>=4\`,
  format: new GeoJSON(),
});
const map = new Map({
  target: 'map',
  layers: [
    new ImageLayer({ source: earth }),
    new VectorLayer({
      source: quakes,
      style: {
        'circle-radius': ['*', 1.6, ['-', ['get', 'MAGNITUDE'], 2]],
        'circle-fill-color': '#ffb45488',
        'circle-stroke-color': '#ffb454',
      },
    }),
  ],
  view: new View({ center: fromLonLat([118, 22]), zoom: 4 }),
});
map.on('click', ({ pixel }) => {
  const [found] = map.getFeaturesAtPixel(pixel, { hitTolerance: 4 });
  if (found) show(\`\${found.get('MAGNITUDE')}: \${found.get('PLACE')}\`);
});`,
  },
  maplibre: {
    packages: 'maplibre-gl (BSD-3-Clause)',
    styles: ['maplibre-gl.css'],
    image: ['World', '-25,-38,60,40'],
    code: `import maplibregl from 'maplibre-gl';

// Each service has vector tiles, with a style that draws them as it does
const tiles = '${services}/World/VectorTileServer';
const map = new maplibregl.Map({
  container: 'map',
  style: \`\${tiles}/resources/styles/root.json\`,
  center: [17, 5],
  zoom: 2.4,
});
map.addControl(new maplibregl.NavigationControl());
map.on('click', ({ point }) => {
  const [found] = map.queryRenderedFeatures(point);
  show(found?.properties.NAME ?? 'Sea');
});`,
  },
} as const satisfies Readonly<Record<string, MapExample>>;

export type MapExampleName = keyof typeof mapExamples;

/** Return the example in an address; undefined if there is none. */
export const mapExampleNamed = (name: string | undefined): MapExampleName | undefined =>
  name !== undefined && Object.hasOwn(mapExamples, name) ? (name as MapExampleName) : undefined;
