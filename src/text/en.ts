import { byHost } from './by-host.ts';
import { isTouch, pressEn as press } from './touch.ts';

const inHost = byHost('in this browser', 'on this server');

/** All texts of the page in English. Other languages have the same keys (`Text`). */
export const en = {
  appName: 'Soapstone',
  tagline: byHost('A map server that lives in your browser', 'A map server'),
  skipToMap: 'Skip to the map',
  skipToContent: 'Skip to the content',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  undo: 'Undo',
  copy: 'Copy',
  copied: (what: string) => `${what} copied`,
  copyFailed: 'The browser did not allow copying. Select the text and copy it by hand.',

  field: {
    missing: 'Enter a value.',
    tooLong: (most: number, length: number) => `At most ${most} characters are allowed; there are ${length}.`,
    wholeNumber: (minimum: number, maximum: number) => `Enter a whole number from ${minimum} to ${maximum}.`,
    number: 'Enter a number, such as 12.5.',
    dateTime: 'Enter a date and time, such as 2024-05-31T12:00:00Z.',
    json: 'Enter JSON, such as {"name": 1}.',
    wrong: (expected: string) => `Not valid here. Enter ${expected}.`,
    another: 'Another value…',
    choose: (name: string) => `Choose ${name}`,
    chooseShort: 'Choose…',
    show: (name: string) => `Show ${name}`,
    hide: (name: string) => `Hide ${name}`,
    optional: (count: number) => (count === 1 ? '1 more field' : `${count} more fields`),
    addField: (name: string) => `Add ${name}`,
    removeItem: (name: string) => `Remove ${name}`,
  },

  unsaved: {
    title: (name: string) => `Save the style of “${name}”?`,
    detail: 'The map shows a preview that is not saved yet.',
    save: 'Save style',
    discard: 'Discard',
  },

  navigation: {
    label: 'Sections',
    maps: 'Maps',
    publish: 'Publish',
    layers: 'Layers',
    services: 'Services',
    explorer: 'Explorer',
    portal: 'Portal',
    tiles: 'Tiles',
    settings: 'Settings',
    search: 'Find',
    more: 'More',
    theme: (now: string) => `Theme: ${now}`,
    shortThemes: { system: 'Auto', light: 'Light', dark: 'Dark' },
    themes: { system: 'system', light: 'light', dark: 'dark' },
  },

  start: {
    starting: 'Starting the map server',
    startingDetail: byHost(
      'The first visit takes a moment: the server is installed in this browser and the demo maps are published.',
      'The server opens its maps and publishes its files.',
    ),
    framedTitle: 'Another page shows the map server in a frame',
    framed: 'That page could trick you into pressing what you do not see, so nothing is shown here.',
    openAlone: 'Open in a new tab',
    unsupportedTitle: byHost('This browser cannot host a map server', 'This page needs HTTPS'),
    unsupported: byHost(
      'Soapstone needs a service worker, and none is available here. Open the page in a current browser, over HTTPS or on localhost, and not in a private window.',
      'Browsers give a page the functions that it needs only over HTTPS or on localhost. Programs can use the maps over plain HTTP.',
    ),
    recoveringTitle: byHost('The map server did not start', 'The map server cannot be reached'),
    recovering: byHost(
      'Your published maps are safe: they are stored in this browser and not affected.',
      'Start it again. The page reloads by itself once the server answers.',
    ),
    reload: 'Reload the page',
  },

  services: {
    manage: 'Manage',
    choose: 'Choose another map',
    title: 'Map services',
    count: (count: number) => `${count === 1 ? '1 service' : `${count} services`} ${inHost}`,
    layers: (count: number) => (count === 1 ? '1 layer' : `${count} layers`),
    search: 'Search services',
    nothingFound: (search: string) => `No service matches “${search}”.`,
    emptyTitle: 'No map service yet',
    empty: 'Publish a GeoJSON, CSV or zipped shapefile: it becomes a map service that speaks SOAP, even offline.',
    unknownTitle: (key: string) => `There is no service “${key}”`,
    unknown: byHost(
      'It may have been deleted, or the link comes from another browser. Services are stored in the browser that published them. To see one that needs a token, sign in on the Portal page.',
      'It may have been deleted, or the link is of another server. To see one that needs a token, sign in on the Portal page.',
    ),
    loading: 'Reading the catalogue',
    loadFailed: 'The catalogue could not be read',
    mapFailed: 'The description of the service could not be read',
    menu: (title: string) => `More for ${title}`,
    remove: 'Delete service',
    removeTitle: (title: string) => `Delete “${title}”?`,
    removeLoss: (layers: number, features: string, bytes: string) =>
      `This deletes ${layers === 1 ? '1 layer' : `${layers} layers`} (${features}), ${bytes} in all, from ${byHost('this browser', 'this server')}. You can undo it right away; the file you published is not affected.`,
    features: (count: string) => `${count} features`,
    notCounted: 'features not counted',
    removed: (title: string) => `“${title}” was deleted`,
    broughtBack: (title: string) => `“${title}” was restored`,
    bringBackFailed: (title: string, message: string) => `“${title}” could not be restored. ${message}`,
    removeFailed: (message: string) => `The service was not deleted. ${message}`,
    open: (title: string) => `Open ${title}`,
  },

  layers: {
    title: 'Layers',
    visible: (name: string) => `Show ${name}`,
    labels: (name: string) => `Labels of ${name}`,
    menu: (name: string) => `More for ${name}`,
    zoomTo: 'Zoom to layer',
    count: 'Count features',
    counted: (count: string) => `${count} features`,
    countFailed: 'could not be counted',
    showLabels: 'Show labels',
    hideLabels: 'Hide labels',
    expand: (name: string) => `Expand ${name}`,
    collapse: (name: string) => `Collapse ${name}`,
    kind: {
      gisGeometryPoint: 'Points',
      gisGeometryMultipoint: 'Multipoints',
      gisGeometryPolyline: 'Lines',
      gisGeometryPolygon: 'Polygons',
      gisGeometryMultiPatch: 'Multipatches',
      raster: 'Image',
      group: 'Group',
      table: 'Table',
    },
    tables: 'Tables',
    showAll: 'Show all',
    hideAll: 'Hide all',
    legend: 'Legend',
    settings: 'Opacity and filter',
    remove: 'Remove from the map',
    yourMap: 'Your map',
    table: 'Open table',
    query: 'Query',
    statistics: 'Statistics',
    style: 'Change style',
    openTable: (name: string) => `Open the table of ${name}`,
    onlyTables: 'There is no map to draw: this service has only tables.',
    onlyTablesDetail:
      'The file had no coordinates. To see its rows on a map, publish it with a longitude and a latitude column.',
  },

  room: {
    title: (remaining: string) => `Storage is almost full: ${remaining} left`,
    detail:
      'New maps may not fit, and the demo maps may be missing. Delete services you no longer need, or free up space on this device.',
  },

  about: {
    title: 'About',
    credits: 'Sources and credits',
    soap: 'SOAP endpoint',
    wsdl: 'WSDL',
    map: 'Map name',
    reference: 'Spatial reference',
    units: 'Units',
    extent: 'Full extent',
    page: 'Open the service’s page',
    noDescription: 'No description.',
  },

  map: {
    label: (title: string) =>
      `Map of ${title}. Arrow keys move it, plus and minus zoom, Enter identifies the features at the centre.`,
    controls: 'Map controls',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullExtent: 'Full extent',
    north: 'North up',
    rotate: 'Rotate by 90°',
    projection: 'Projection',
    projections: {
      map: { name: 'Of the map', detail: (code: string) => code },
      mercator: { name: 'Web Mercator', detail: 'Conformal; areas grow towards the poles' },
      equalEarth: { name: 'Equal Earth', detail: 'Equal-area, for world maps' },
    },
    failed: 'The map could not be drawn',
    viewerFailed: 'The map viewer could not be loaded',
    scale: (denominator: string) => `1:${denominator}`,
    trueScale: (mapScale: string) =>
      `On the ground at the centre. Layers compare their scale limits with 1:${mapScale}.`,
    equatorScale: 'Along the equator. This projection is not true to scale here.',
    coordinates: 'Coordinates at the pointer',
    drawn: (layers: number, scale: string) =>
      `Map drawn: ${layers === 1 ? '1 layer' : `${layers} layers`} at 1 to ${scale}`,
  },

  results: {
    title: 'Features here',
    position: (index: number, count: number) => `${index} of ${count}`,
    previous: 'Previous feature',
    next: 'Next feature',
    reading: 'Reading features',
    none: `No features here. ${press.Click} a feature of a visible layer.`,
    failed: 'The features could not be read',
    null: 'no value',
    yes: 'yes',
    no: 'no',
    binary: (bytes: string) => `${bytes} of data`,
  },

  publish: {
    action: 'Publish a file',
    drop: 'Drop to publish as a map service',
    formats: 'GeoJSON, GeoPackage, KML, GPX, CSV, shapefile, GeoTIFF and more, or a folder of them',
    hint: 'Drop a file anywhere on the page',
    steps: {
      reading: 'Reading the file',
      building: 'Sorting features, building the index and overviews',
      packing: 'Writing the package',
      sending: 'Sending it to the server',
    },
    done: (title: string) => `“${title}” is published`,
    copySoap: 'Copy SOAP URL',
    soapUrl: 'SOAP URL',
  },

  status: {
    label: 'Server status',
    online: byHost('Online', 'Connected'),
    offline: byHost('Offline: everything still works', 'The server cannot be reached'),
    free: (size: string) => `${size} free on the server`,
    meter: 'Storage used',
    storage: (used: string, quota: string) => `${used} of ${quota} used`,
    persisted: 'Protected',
    persistedDetail: 'The browser will not delete these maps on its own.',
    persist: 'Protect my maps',
    persistDetail: 'Ask the browser not to delete these maps when space runs low.',
    persistRefused: 'The browser declined for now. It often agrees once you install the app or use it regularly.',
    build: (id: string) => `Build ${id}`,
    install: 'Install app',
    updateReady: 'A new version is ready.',
    updateNow: 'Reload to use it',
    offlineReady: 'Ready to work offline',
  },

  pages: {
    unknown: 'There is no such page',
    unknownDetail: (name: string) => `“${name}” is not a page of this app. Choose a page in the navigation.`,
    failed: 'The page could not be loaded',
  },

  palette: {
    title: 'Find anything',
    placeholder: 'A page, service, layer, place, operation or action',
    results: 'Results',
    none: (search: string) => `Nothing matches “${search}”.`,
    pages: 'Pages',
    actions: 'Actions',
    services: 'Services',
    layers: 'Layers',
    operations: 'Operations',
    features: 'On the map',
    places: 'Places',
    hide: (name: string) => `Hide ${name}`,
    copyLink: 'Copy the link to this view',
    link: 'Link',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    onMap: 'On the map',
    goTo: (page: string) => `Go to ${page}`,
    close: 'Close a dialog or card',
    move: 'Move the map',
    zoom: 'Zoom in and out',
    identify: 'Identify the features at the centre',
  },

  describe: {
    title: 'Describe this view',
    asking: 'Asking the server what is in view',
    nothing: 'No map is shown at the moment.',
    failed: 'The view could not be described',
    map: (title: string, scale: string | undefined, layers: number) =>
      `The map “${title}” shows ${layers === 1 ? '1 layer' : `${layers} layers`}${scale ? ` at 1 to ${scale}` : ''}.`,
    layer: (name: string, count: string, n: number) => `${name}: ${count} ${n === 1 ? 'feature' : 'features'} in view.`,
    layerRanked: (name: string, count: string, n: number, by: string, names: string) =>
      `${name}: ${count} ${n === 1 ? 'feature' : 'features'} in view; the largest by ${by} are ${names}.`,
    empty: (names: string) => `Nothing in view of ${names}.`,
    hidden: (names: string) => `Not shown: ${names}.`,
  },

  firstSteps: {
    title: 'First steps',
    position: (step: number, of: number) => `Step ${step} of ${of}`,
    next: 'Next',
    back: 'Back',
    done: 'Start',
    dismiss: 'Do not show this again',
    again: 'Show the first steps',
    steps: [
      {
        title: 'This map is a server',
        detail: `A map service ${byHost('inside your browser', 'on the server')} draws every image. ${press.Click} the map to identify features; switch layers on and off in the side panel.`,
      },
      {
        title: 'Publish your own files',
        detail: `A GeoJSON, CSV or zipped shapefile becomes a map service in seconds. ${byHost('It stays in this browser and works offline.', 'It is stored on the server.')}`,
      },
      {
        title: 'Send it requests',
        detail: `The explorer has a form for every operation, ready to send. ${isTouch ? 'Use Search' : 'Press Ctrl+K or Cmd+K'} to find everything else.`,
      },
    ],
  },

  settings: {
    intro: byHost(
      'These settings apply to this browser only; nothing is stored anywhere else.',
      'Appearance applies to this browser only. Maps and accounts are stored on the server.',
    ),
    appearance: 'Appearance',
    language: 'Language',
    languageInOtherTab: 'The language was changed in another tab',
    theme: 'Theme',
    themeChoices: { system: 'System', light: 'Light', dark: 'Dark' },
    units: 'Lengths',
    unitChoices: { metric: 'Metres and kilometres', imperial: 'Feet and miles' },
    storage: 'Storage',
    storageUnknown: byHost('This browser does not report its storage.', 'Sign in to see the free space of the server.'),
    notPersisted: 'The browser may delete these maps when space runs low.',
    exportOne: 'Export',
    cacheOf: (title: string, tiles: string) => `Tiles of ${title} (${tiles})`,
    exported: (name: string, bytes: string) => `${name} was exported, ${bytes}`,
    exportFailed: (name: string, message: string) => `${name} was not exported. ${message}`,
    reset: 'Reset',
    resetDetail: `Delete everything this app has stored ${inHost} and start again with the demo services.`,
    resetGo: 'Delete everything',
    resetTitle: 'Delete everything?',
    resetLoss: (services: string, features: string, bytes: string) =>
      `This deletes all services (${services}) and their layers (${features}), ${bytes} in all, and your settings. It cannot be undone.`,
    resetType: (count: string) => `To confirm, type the number of services: ${count}`,
  },

  lost: {
    title: 'Your maps are missing',
    detail:
      'The browser has deleted what was stored here. It does so when space runs low, after a long absence or when site data are cleared. Only a workspace file (backup) brings the maps back.',
    missing: (when: string) => `These services were last here on ${when}:`,
    goOn: 'Continue without them',
    goOnDetail: 'You start again with the demo services only.',
  },

  faults: {
    noAnswer: 'The map server did not respond. Reload the page and try again.',
    notControlled: byHost(
      'The map server does not control this page, so nothing was sent. Reload the page.',
      'The map server cannot be reached, so nothing was sent. Start it again.',
    ),
    outside: (status: number) =>
      `The response (HTTP ${status}) did not come from the map server${byHost(' in this browser', '')}. Reload the page.`,
    unreadable: 'The response of the map server could not be understood.',
    /** Return the server's message, which is already in English. */
    said: (_code: string, message: string, _detail?: Readonly<Record<string, unknown>>): string => message,
  },
};

export type Text = typeof en;
