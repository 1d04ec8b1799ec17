import { byHost } from '../../../text/by-host.ts';
import { texts } from '../../../text/text.ts';
import { pressEn as press } from '../../../text/touch.ts';

export const embedEn = {
  title: 'Use it from your app',
  intro: `${byHost('Any page can send requests to the maps in this browser, as to a map server.', 'Any page or program can send requests to the maps of this server.')} Run and change the examples below, or copy their code.`,
  run: 'Run',
  running: 'Running…',
  result: 'Result',
  code: 'Code of the example',
  copy: 'Copy',
  example: 'Open the plain example app',
  types: 'Types for TypeScript',
  client: 'The client as a file',
  libraries: {
    title: 'With a map library',
    detail:
      'The common web map libraries read these maps unchanged, through the REST interface, OGC standards or vector tiles. Each example is shown beside its code. Its library is loaded when you first open it and works offline from then on.',
  },
  maps: {
    'esri-leaflet': {
      title: 'Leaflet',
      short: 'Map images and features with esri-leaflet',
      detail: `The service draws a map image for each view; the library draws the earthquakes. ${press.Click} the map to identify features.`,
    },
    openlayers: {
      title: 'OpenLayers',
      short: 'Satellite image and OGC API',
      detail: `The Earth from space as map images, and earthquakes as features of an OGC API. ${press.Click} a circle.`,
    },
    maplibre: {
      title: 'MapLibre',
      short: 'Vector tiles in one line',
      detail: `One address is enough: the style names the vector tiles, which stay sharp at every zoom. ${press.Click} a country.`,
    },
  },
  restJs: {
    title: 'ArcGIS REST JS',
    detail:
      'Filters, groups and statistics without a map: how many people live in cities, by region. Install the package in your app and copy the code.',
  },
  ways: {
    fetch: {
      title: 'A page of this site: plain fetch',
      detail: byHost(
        'A page, a frame or a worker below this address calls fetch, and the service worker responds, even offline. Any SOAP client with a configurable address works there. Programs outside the browser, such as curl, reach only the web host: the maps are in the browser.',
        'A page, a frame or a worker below this address calls fetch, and so does any program, such as curl or a SOAP client. Pages of other sites may read the maps if the server was started with --allow-origin.',
      ),
    },
    client: {
      title: 'The same, with the client',
      detail:
        'client.js knows every operation and its types, turns faults into errors, gives every call a time-out and does not send without a worker, so that nothing leaks to the web host.',
    },
    bridge: {
      title: 'A page of another site: the bridge',
      detail:
        'Ship client.js with your app and connect through bridge.html of this site. A hidden frame is used where the browser lets it see these maps, otherwise a window that a click opens. The user allows each origin once and can revoke this in the settings.',
    },
  },
  partition: {
    title: 'What a frame on another site sees',
    detail:
      'Browsers keep the storage of embedded pages apart by the site that embeds them. A frame on a page of the same site sees these maps. On a page of another site it sees a separate, empty portal, so the client opens a window instead, which sees the real ones. `connection.kind` and `connection.isFirstParty` tell which one it got; `acceptPartitioned: true` accepts the separate portal.',
  },
};

export const embedText = await texts(embedEn, () => import('./apps-de.ts'));
