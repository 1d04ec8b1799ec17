import type { FaultCode } from '../../sw/contract/index.ts';
import { byHost } from './by-host.ts';
import type { Text } from './en.ts';
import { faultLeads } from './fault-leads-de.ts';
import { sourceFaultText } from './source-faults.ts';
import { sourceFaultsDe } from './source-faults-de.ts';
import { isTouch, pressDe as press } from './touch.ts';

const layersText = (count: number) => `${count} Layer`;

const inHost = byHost('in diesem Browser', 'auf diesem Server');

export const de: Text = {
  appName: 'Soapstone',
  tagline: byHost('Ein Kartenserver, der im Browser lebt', 'Ein Kartenserver'),
  skipToMap: 'Zur Karte springen',
  skipToContent: 'Zum Inhalt springen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: (what) => `${what} kopiert`,
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn von Hand.',

  field: {
    missing: 'Geben Sie einen Wert ein.',
    tooLong: (most, length) => `Höchstens ${most} Zeichen sind erlaubt; es sind ${length}.`,
    wholeNumber: (minimum, maximum) => `Geben Sie eine ganze Zahl von ${minimum} bis ${maximum} ein.`,
    number: 'Geben Sie eine Zahl ein, etwa 12.5.',
    dateTime: 'Geben Sie Datum und Uhrzeit ein, etwa 2024-05-31T12:00:00Z.',
    json: 'Geben Sie JSON ein, etwa {"name": 1}.',
    wrong: (expected) => `Hier nicht gültig. Erwartet wird: ${expected}.`,
    another: 'Anderer Wert …',
    choose: (name) => `${name} auswählen`,
    chooseShort: 'Auswählen …',
    show: (name) => `${name} zeigen`,
    hide: (name) => `${name} ausblenden`,
    optional: (count) => (count === 1 ? '1 weiteres Feld' : `${count} weitere Felder`),
    addField: (name) => `${name} hinzufügen`,
    removeItem: (name) => `${name} entfernen`,
  },

  unsaved: {
    title: (name) => `Darstellung von „${name}“ speichern?`,
    detail: 'Die Karte zeigt eine Vorschau, die noch nicht gespeichert ist.',
    save: 'Darstellung speichern',
    discard: 'Verwerfen',
  },

  navigation: {
    label: 'Bereiche',
    maps: 'Karten',
    publish: 'Publizieren',
    layers: 'Layer',
    services: 'Dienste',
    explorer: 'Explorer',
    portal: 'Portal',
    tiles: 'Kacheln',
    settings: 'Einstellungen',
    search: 'Suchen',
    more: 'Mehr',
    theme: (now) => `Design: ${now}`,
    shortThemes: { system: 'Auto', light: 'Hell', dark: 'Dunkel' },
    themes: { system: 'System', light: 'hell', dark: 'dunkel' },
  },

  start: {
    starting: 'Der Kartenserver startet',
    startingDetail: byHost(
      'Der erste Besuch dauert einen Moment: Der Server wird in diesem Browser eingerichtet, und die Beispielkarten werden publiziert.',
      'Der Server öffnet seine Karten und publiziert seine Dateien.',
    ),
    framedTitle: 'Eine andere Seite zeigt den Kartenserver in einem Rahmen',
    framed: 'Diese Seite könnte Sie auf etwas drücken lassen, das Sie nicht sehen. Darum wird hier nichts gezeigt.',
    openAlone: 'In einem eigenen Tab öffnen',
    unsupportedTitle: byHost('Dieser Browser kann keinen Kartenserver ausführen', 'Diese Seite braucht HTTPS'),
    unsupported: byHost(
      'Soapstone braucht einen Service Worker, und hier gibt es keinen. Öffnen Sie die Seite in einem aktuellen Browser, über HTTPS oder localhost und nicht in einem privaten Fenster.',
      'Browser geben einer Seite die nötigen Funktionen nur über HTTPS oder auf localhost. Programme können die Karten auch über HTTP verwenden.',
    ),
    recoveringTitle: 'Der Kartenserver ist nicht gestartet',
    recovering: byHost(
      'Ihre publizierten Karten sind sicher: Sie sind in diesem Browser gespeichert und nicht betroffen.',
      'Starten Sie ihn wieder. Die Seite lädt von selbst neu, sobald der Server antwortet.',
    ),
    reload: 'Seite neu laden',
  },

  services: {
    manage: 'Verwalten',
    choose: 'Andere Karte wählen',
    title: 'Kartendienste',
    count: (count) => `${count === 1 ? '1 Dienst' : `${count} Dienste`} ${inHost}`,
    layers: layersText,
    search: 'Dienste durchsuchen',
    nothingFound: (search) => `Kein Dienst passt zu „${search}“.`,
    emptyTitle: 'Noch kein Kartendienst',
    empty:
      'Publizieren Sie eine GeoJSON- oder CSV-Datei oder ein gezipptes Shapefile: Daraus wird ein Kartendienst, der SOAP spricht, auch ohne Netz.',
    unknownTitle: (key) => `Den Dienst „${key}“ gibt es nicht`,
    unknown: byHost(
      'Vielleicht wurde er gelöscht, oder der Link stammt aus einem anderen Browser. Dienste sind in dem Browser gespeichert, der sie publiziert hat. Um einen Dienst mit Token zu sehen, melden Sie sich auf der Seite Portal an.',
      'Vielleicht wurde er gelöscht, oder der Link gehört zu einem anderen Server. Um einen Dienst mit Token zu sehen, melden Sie sich auf der Seite Portal an.',
    ),
    loading: 'Der Katalog wird gelesen',
    loadFailed: 'Der Katalog konnte nicht gelesen werden',
    mapFailed: 'Die Beschreibung des Dienstes konnte nicht gelesen werden',
    menu: (title) => `Mehr zu ${title}`,
    remove: 'Dienst löschen',
    removeTitle: (title) => `„${title}“ löschen?`,
    removeLoss: (layers, features, bytes) =>
      `Das löscht ${layersText(layers)} (${features}), zusammen ${bytes}, ${byHost('aus diesem Browser', 'von diesem Server')}. Sie können es sofort rückgängig machen; die publizierte Datei ist nicht betroffen.`,
    features: (count) => `${count} Objekte`,
    notCounted: 'Objekte nicht gezählt',
    removed: (title) => `„${title}“ wurde gelöscht`,
    broughtBack: (title) => `„${title}“ wurde wiederhergestellt`,
    bringBackFailed: (title, message) => `„${title}“ konnte nicht wiederhergestellt werden. ${message}`,
    removeFailed: (message) => `Der Dienst wurde nicht gelöscht. ${message}`,
    open: (title) => `${title} öffnen`,
  },

  layers: {
    title: 'Layer',
    visible: (name) => `${name} zeigen`,
    labels: (name) => `Beschriftung von ${name}`,
    menu: (name) => `Mehr zu ${name}`,
    zoomTo: 'Auf Layer zoomen',
    count: 'Objekte zählen',
    counted: (count) => `${count} Objekte`,
    countFailed: 'konnte nicht gezählt werden',
    showLabels: 'Beschriftung zeigen',
    hideLabels: 'Beschriftung ausblenden',
    expand: (name) => `${name} aufklappen`,
    collapse: (name) => `${name} zuklappen`,
    kind: {
      gisGeometryPoint: 'Punkte',
      gisGeometryMultipoint: 'Multipunkte',
      gisGeometryPolyline: 'Linien',
      gisGeometryPolygon: 'Polygone',
      gisGeometryMultiPatch: 'Multipatches',
      raster: 'Bild',
      group: 'Gruppe',
      table: 'Tabelle',
    },
    tables: 'Tabellen',
    showAll: 'Alle zeigen',
    hideAll: 'Alle ausblenden',
    legend: 'Legende',
    settings: 'Deckkraft und Filter',
    remove: 'Aus der Karte entfernen',
    yourMap: 'Ihre Karte',
    table: 'Tabelle öffnen',
    query: 'Abfragen',
    statistics: 'Statistik',
    style: 'Darstellung ändern',
    openTable: (name) => `Tabelle von ${name} öffnen`,
    onlyTables: 'Es gibt keine Karte: Dieser Dienst hat nur Tabellen.',
    onlyTablesDetail:
      'Die Datei hatte keine Koordinaten. Damit die Zeilen auf einer Karte erscheinen, publizieren Sie sie mit einer Spalte für Länge und einer für Breite.',
  },

  room: {
    title: (remaining) => `Der Speicher ist fast voll: noch ${remaining}`,
    detail:
      'Neue Karten passen vielleicht nicht mehr, und die Beispielkarten können fehlen. Löschen Sie Dienste, die Sie nicht mehr brauchen, oder schaffen Sie Platz auf diesem Gerät.',
  },

  about: {
    title: 'Über den Dienst',
    credits: 'Quellen und Nachweise',
    soap: 'SOAP-Adresse',
    wsdl: 'WSDL',
    map: 'Name der Karte',
    reference: 'Koordinatensystem',
    units: 'Einheiten',
    extent: 'Ganze Ausdehnung',
    page: 'Seite des Dienstes öffnen',
    noDescription: 'Keine Beschreibung.',
  },

  map: {
    label: (title) =>
      `Karte von ${title}. Pfeiltasten verschieben sie, Plus und Minus zoomen, Enter identifiziert die Objekte in der Mitte.`,
    controls: 'Bedienung der Karte',
    zoomIn: 'Hineinzoomen',
    zoomOut: 'Herauszoomen',
    fullExtent: 'Ganze Karte',
    north: 'Norden nach oben',
    rotate: 'Um 90° drehen',
    projection: 'Projektion',
    projections: {
      map: { name: 'Wie die Karte', detail: (code: string) => code },
      mercator: { name: 'Web-Mercator', detail: 'Winkeltreu; Flächen wachsen zu den Polen hin' },
      equalEarth: { name: 'Equal Earth', detail: 'Flächentreu, für Weltkarten' },
    },
    failed: 'Die Karte konnte nicht gezeichnet werden',
    viewerFailed: 'Die Karte konnte nicht geladen werden',
    scale: (denominator) => `1:${denominator}`,
    trueScale: (mapScale) =>
      `Auf dem Boden in der Kartenmitte. Layer vergleichen ihre Maßstabsgrenzen mit 1:${mapScale}.`,
    equatorScale: 'Entlang des Äquators. Diese Projektion ist hier nicht maßstabstreu.',
    coordinates: 'Koordinaten am Zeiger',
    drawn: (layers, scale) => `Karte gezeichnet: ${layersText(layers)} im Maßstab 1 zu ${scale}`,
  },

  results: {
    title: 'Objekte hier',
    position: (index, count) => `${index} von ${count}`,
    previous: 'Voriges Objekt',
    next: 'Nächstes Objekt',
    reading: 'Objekte werden gelesen',
    none: `Hier sind keine Objekte. ${press.Klicken} Sie auf ein Objekt eines sichtbaren Layers.`,
    failed: 'Die Objekte konnten nicht gelesen werden',
    null: 'kein Wert',
    yes: 'ja',
    no: 'nein',
    binary: (bytes) => `${bytes} Daten`,
  },

  publish: {
    action: 'Datei publizieren',
    drop: 'Loslassen, um einen Kartendienst zu publizieren',
    formats: 'GeoJSON, GeoPackage, KML, GPX, CSV, Shapefile, GeoTIFF und mehr, oder ein Ordner davon',
    hint: 'Ziehen Sie eine Datei auf die Seite',
    steps: {
      reading: 'Die Datei wird gelesen',
      building: 'Objekte werden sortiert, Index und Übersichten erstellt',
      packing: 'Das Paket wird geschrieben',
      sending: 'Das Paket wird an den Server gesendet',
    },
    done: (title) => `„${title}“ wurde publiziert`,
    copySoap: 'SOAP-Adresse kopieren',
    soapUrl: 'SOAP-Adresse',
  },

  status: {
    label: 'Status des Servers',
    online: byHost('Online', 'Verbunden'),
    offline: byHost('Offline: Alles funktioniert weiter', 'Der Server ist nicht erreichbar'),
    free: (size) => `${size} auf dem Server frei`,
    meter: 'Belegter Speicher',
    storage: (used, quota) => `${used} von ${quota} belegt`,
    persisted: 'Geschützt',
    persistedDetail: 'Der Browser löscht diese Karten nicht von sich aus.',
    persist: 'Meine Karten schützen',
    persistDetail: 'Den Browser bitten, diese Karten nicht zu löschen, wenn der Platz knapp wird.',
    persistRefused:
      'Der Browser hat vorerst abgelehnt. Oft stimmt er zu, wenn Sie die App installieren oder regelmäßig verwenden.',
    build: (id) => `Build ${id}`,
    install: 'App installieren',
    updateReady: 'Eine neue Version ist bereit.',
    updateNow: 'Neu laden und verwenden',
    offlineReady: 'Bereit für die Arbeit ohne Netz',
  },

  pages: {
    unknown: 'Diese Seite gibt es nicht',
    unknownDetail: (name) => `„${name}“ ist keine Seite dieser App. Wählen Sie eine Seite in der Navigation.`,
    failed: 'Die Seite konnte nicht geladen werden',
  },

  palette: {
    title: 'Alles durchsuchen',
    placeholder: 'Seite, Dienst, Layer, Ort, Operation oder Befehl',
    results: 'Ergebnisse',
    none: (search) => `Nichts passt zu „${search}“.`,
    pages: 'Seiten',
    actions: 'Befehle',
    services: 'Dienste',
    layers: 'Layer',
    operations: 'Operationen',
    features: 'Auf der Karte',
    places: 'Orte',
    hide: (name) => `${name} ausblenden`,
    copyLink: 'Link auf diese Ansicht kopieren',
    link: 'Link',
  },

  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    onMap: 'Auf der Karte',
    goTo: (page) => `Zu ${page}`,
    close: 'Dialog oder Infokarte schließen',
    move: 'Die Karte verschieben',
    zoom: 'Hinein- und herauszoomen',
    identify: 'Die Objekte in der Mitte identifizieren',
  },

  describe: {
    title: 'Diese Ansicht beschreiben',
    asking: 'Der Server wird gefragt, was zu sehen ist',
    nothing: 'Im Moment ist keine Karte zu sehen.',
    failed: 'Die Ansicht konnte nicht beschrieben werden',
    map: (title, scale, layers) =>
      `Die Karte „${title}“ zeigt ${layersText(layers)}${scale ? ` im Maßstab 1 zu ${scale}` : ''}.`,
    layer: (name, count, n) => `${name}: ${count} ${n === 1 ? 'Objekt' : 'Objekte'} zu sehen.`,
    layerRanked: (name, count, n, by, names) =>
      `${name}: ${count} ${n === 1 ? 'Objekt' : 'Objekte'} zu sehen; die größten nach ${by} sind ${names}.`,
    empty: (names) => `Nichts zu sehen von ${names}.`,
    hidden: (names) => `Nicht sichtbar: ${names}.`,
  },

  firstSteps: {
    title: 'Erste Schritte',
    position: (step, of) => `Schritt ${step} von ${of}`,
    next: 'Weiter',
    back: 'Zurück',
    done: 'Loslegen',
    dismiss: 'Nicht mehr zeigen',
    again: 'Die ersten Schritte zeigen',
    steps: [
      {
        title: 'Diese Karte ist ein Server',
        detail: `Jedes Bild zeichnet ein Kartendienst ${inHost}. ${press.Klicken} Sie auf die Karte, um Objekte zu identifizieren; Layer schalten Sie an der Seite ein und aus.`,
      },
      {
        title: 'Eigene Dateien publizieren',
        detail: `Aus GeoJSON, CSV oder einem gezippten Shapefile wird in Sekunden ein Kartendienst. ${byHost('Er bleibt in diesem Browser und arbeitet auch ohne Netz.', 'Er ist auf dem Server gespeichert.')}`,
      },
      {
        title: 'Anfragen senden',
        detail: `Im Explorer gibt es für jede Operation ein Formular. Alles Übrige finden Sie mit ${isTouch ? 'der Suche' : 'Strg+K oder Cmd+K'}.`,
      },
    ],
  },

  settings: {
    intro: byHost(
      'Diese Einstellungen gelten nur für diesen Browser; nirgends sonst wird etwas gespeichert.',
      'Die Darstellung gilt nur für diesen Browser. Karten und Konten sind auf dem Server gespeichert.',
    ),
    appearance: 'Aussehen',
    language: 'Sprache',
    languageInOtherTab: 'Die Sprache wurde in einem anderen Tab geändert',
    theme: 'Design',
    themeChoices: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    units: 'Längen',
    unitChoices: { metric: 'Meter und Kilometer', imperial: 'Fuß und Meilen' },
    storage: 'Speicher',
    storageUnknown: byHost(
      'Dieser Browser gibt seinen Speicher nicht an.',
      'Melden Sie sich an, um den freien Speicher des Servers zu sehen.',
    ),
    notPersisted: 'Der Browser darf diese Karten löschen, wenn der Platz knapp wird.',
    exportOne: 'Exportieren',
    cacheOf: (title, tiles) => `Kacheln von ${title} (${tiles})`,
    exported: (name, bytes) => `${name} wurde exportiert, ${bytes}`,
    exportFailed: (name, message) => `${name} wurde nicht exportiert. ${message}`,
    reset: 'Zurücksetzen',
    resetDetail: `Löscht alles, was diese App ${inHost} gespeichert hat, und beginnt neu mit den Beispieldiensten.`,
    resetGo: 'Alles löschen',
    resetTitle: 'Alles löschen?',
    resetLoss: (services, features, bytes) =>
      `Das löscht alle Dienste (${services}) und ihre Layer (${features}), zusammen ${bytes}, und Ihre Einstellungen. Es lässt sich nicht rückgängig machen.`,
    resetType: (count) => `Geben Sie zur Bestätigung die Anzahl der Dienste ein: ${count}`,
  },

  lost: {
    title: 'Ihre Karten fehlen',
    detail:
      'Der Browser hat gelöscht, was hier gespeichert war. Das geschieht, wenn der Platz knapp wird, nach langer Abwesenheit oder wenn Websitedaten gelöscht werden. Nur eine Arbeitsbereichsdatei (Sicherung) bringt die Karten zurück.',
    missing: (when) => `Diese Dienste waren am ${when} noch da:`,
    goOn: 'Ohne sie weitermachen',
    goOnDetail: 'Sie beginnen neu, nur mit den Beispieldiensten.',
  },

  faults: {
    noAnswer: 'Der Kartenserver hat nicht geantwortet. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    notControlled: 'Der Kartenserver steuert diese Seite nicht, darum wurde nichts gesendet. Laden Sie die Seite neu.',
    outside: (status) =>
      `Die Antwort (HTTP ${status}) kam nicht vom Kartenserver${byHost(' in diesem Browser', '')}. Laden Sie die Seite neu.`,
    unreadable: 'Die Antwort des Kartenservers ist nicht lesbar.',
    said: (code, message, detail = {}) => {
      const source = sourceFaultText(sourceFaultsDe, detail);
      if (source) return source.join(' ');
      const lead = Object.hasOwn(faultLeads, code) ? faultLeads[code as FaultCode] : undefined;
      return lead ? `${lead} (Wortlaut des Servers: ${message})` : message;
    },
  },
};
