import type { FaultCode } from '../../sw/contract/index.ts';
import type { Text } from './en.ts';
import { faultLeads } from './fault-leads-de.ts';

const layersText = (count: number) => (count === 1 ? '1 Ebene' : `${count} Ebenen`);

/** Every sentence a person reads, in German. */
export const de: Text = {
  appName: 'Soapstone',
  tagline: 'Ein Kartenserver, der im Browser lebt',
  skipToMap: 'Zur Karte springen',
  skipToContent: 'Zum Inhalt springen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  retry: 'Noch einmal versuchen',
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: (what) => `${what} kopiert`,
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Bitte den Text markieren und von Hand kopieren.',

  navigation: {
    label: 'Bereiche',
    maps: 'Karten',
    publish: 'Publizieren',
    layers: 'Ebenen',
    directory: 'Dienste',
    explorer: 'Explorer',
    portal: 'Portal',
    tiles: 'Kacheln',
    embed: 'Apps',
    settings: 'Optionen',
    search: 'Finden',
    more: 'Mehr',
    theme: (now) => `Farben: ${now}`,
    shortThemes: { system: 'Auto', light: 'Hell', dark: 'Dunkel' },
    themes: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
  },

  start: {
    starting: 'Der Kartenserver startet',
    startingDetail:
      'Der erste Besuch dauert einen Moment: Der Server wird in diesem Browser eingerichtet, und die Beispielkarten werden publiziert.',
    unsupportedTitle: 'Dieser Browser kann keinen Kartenserver beherbergen',
    unsupported:
      'Soapstone läuft in einem Service Worker, und hier gibt es keinen. Bitte die Seite in einem aktuellen Browser öffnen, über HTTPS oder localhost und nicht in einem privaten Fenster.',
    recoveringTitle: 'Der Kartenserver ist nicht gestartet',
    recovering: 'Publizierte Karten sind sicher: Sie liegen in diesem Browser und bleiben unberührt.',
    reload: 'Seite neu laden',
  },

  services: {
    manage: 'Verwalten',
    choose: 'Kartendienst wählen',
    current: (title) => `Kartendienst: ${title}. Einen anderen wählen`,
    title: 'Kartendienste',
    count: (count) => (count === 1 ? '1 Dienst in diesem Browser' : `${count} Dienste in diesem Browser`),
    layers: layersText,
    search: 'Dienste durchsuchen',
    nothingFound: (words) => `Kein Dienst passt zu „${words}“.`,
    emptyTitle: 'Noch kein Kartendienst',
    empty:
      'Eine GeoJSON-Datei, eine CSV-Datei oder ein gezipptes Shapefile auf diese Seite ziehen: Daraus wird ein Kartendienst, der SOAP spricht, auch ohne Netz.',
    unknownTitle: (key) => `Den Dienst „${key}“ gibt es nicht`,
    unknown:
      'Vielleicht wurde er gelöscht, oder der Link stammt aus einem anderen Browser. Dienste leben in dem Browser, der sie publiziert hat; einen, der ein Token braucht, sieht, wer auf der Seite Portal angemeldet ist.',
    loading: 'Der Katalog wird gelesen',
    loadFailed: 'Der Katalog konnte nicht gelesen werden',
    mapFailed: 'Der Dienst konnte nicht beschrieben werden',
    menu: (title) => `Mehr zu ${title}`,
    remove: 'Dienst löschen',
    removeTitle: (title) => `„${title}“ löschen?`,
    removeLoss: (layers, features, bytes) =>
      `Das löscht ${layersText(layers)} mit ${features}, zusammen ${bytes}, aus diesem Browser. Gleich danach lässt es sich rückgängig machen; die Datei, aus der publiziert wurde, bleibt unberührt.`,
    features: (count) => `${count} Objekte`,
    counting: 'die Objekte werden gezählt',
    removed: (title) => `„${title}“ ist gelöscht`,
    broughtBack: (title) => `„${title}“ ist wieder da`,
    bringBackFailed: (title, message) => `„${title}“ konnte nicht zurückgeholt werden. ${message}`,
    removeFailed: (message) => `Der Dienst wurde nicht gelöscht. ${message}`,
    open: (title) => `${title} öffnen`,
  },

  layers: {
    title: 'Ebenen',
    visible: (name) => `${name} zeigen`,
    labels: (name) => `Beschriftung von ${name}`,
    menu: (name) => `Mehr zu ${name}`,
    zoomTo: 'Auf die Ebene zoomen',
    count: 'Objekte zählen',
    counted: (count) => `${count} Objekte`,
    countFailed: 'konnte nicht gezählt werden',
    showLabels: 'Beschriftung zeigen',
    hideLabels: 'Beschriftung verbergen',
    zoomIn: (scale) => `Erscheint ab 1:${scale}`,
    zoomOut: (scale) => `Erscheint bis 1:${scale}`,
    expand: (name) => `${name} aufklappen`,
    collapse: (name) => `${name} zuklappen`,
    kind: {
      gisGeometryPoint: 'Punkte',
      gisGeometryMultipoint: 'Punktmengen',
      gisGeometryPolyline: 'Linien',
      gisGeometryPolygon: 'Flächen',
      gisGeometryMultiPatch: 'Körper',
      raster: 'Bild',
      group: 'Gruppe',
      table: 'Tabelle',
    },
    tables: 'Tabellen',
    showAll: 'Alle zeigen',
    hideAll: 'Alle verbergen',
    noneShown: 'Alle Ebenen sind ausgeschaltet.',
  },

  about: {
    title: 'Über den Dienst',
    description: 'Beschreibung',
    credits: 'Quellen und Nachweise',
    soap: 'SOAP-Adresse',
    wsdl: 'WSDL',
    map: 'Name der Karte',
    reference: 'Raumbezug',
    units: 'Einheiten',
    extent: 'Ganze Ausdehnung',
    directory: 'Im Dienstverzeichnis öffnen',
    noDescription: 'Dazu wurde keine Beschreibung geschrieben.',
  },

  map: {
    label: (title) =>
      `Karte von ${title}. Pfeiltasten verschieben sie, Plus und Minus zoomen, Enter liest die Objekte in der Mitte.`,
    controls: 'Bedienung der Karte',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullExtent: 'Ganze Karte',
    north: 'Norden nach oben',
    rotate: 'Um ein Viertel drehen',
    projection: 'Projektion',
    projections: {
      map: { name: 'Die der Karte', detail: (code: string) => code },
      mercator: { name: 'Web-Mercator', detail: 'Winkeltreu; zu den Polen hin wird alles größer' },
      equalEarth: { name: 'Equal Earth', detail: 'Flächentreu, für Weltkarten' },
    },
    drawing: 'Die Karte wird gezeichnet',
    failed: 'Die Karte konnte nicht gezeichnet werden',
    viewerFailed: 'Die Kartenansicht konnte nicht geladen werden',
    scale: (denominator) => `1:${denominator}`,
    coordinates: 'Koordinaten am Zeiger',
    drawn: (layers, scale) => `Karte gezeichnet: ${layersText(layers)} im Maßstab 1 zu ${scale}`,
  },

  results: {
    title: 'Objekte hier',
    position: (index, count) => `${index} von ${count}`,
    previous: 'Voriges Objekt',
    next: 'Nächstes Objekt',
    zoom: 'Auf das Objekt zoomen',
    reading: 'Objekte werden gelesen',
    none: 'Hier ist nichts. Bitte auf ein Objekt einer sichtbaren Ebene klicken.',
    failed: 'Die Objekte konnten nicht gelesen werden',
    null: 'kein Wert',
    yes: 'ja',
    no: 'nein',
    more: 'Hier sind mehr Objekte, als der Dienst auf einmal liefert.',
    binary: (bytes) => `${bytes} Daten`,
  },

  publish: {
    action: 'Datei publizieren',
    drop: 'Loslassen, und es ist ein Kartendienst',
    formats: 'GeoJSON, GeoPackage, KML, GPX, CSV, Shapefile, GeoTIFF und mehr, oder ein Ordner davon',
    hint: 'Eine Datei irgendwo auf die Seite ziehen',
    steps: {
      reading: 'Die Datei wird gelesen',
      building: 'Objekte werden sortiert, Index und Übersichten gebaut',
      packing: 'Das Paket wird geschrieben',
      sending: 'Das Paket geht an den Server',
    },
    done: (title) => `„${title}“ ist publiziert`,
    view: 'Ansehen',
    copySoap: 'SOAP-Adresse kopieren',
    soapUrl: 'SOAP-Adresse',
  },

  status: {
    label: 'Zustand des Servers',
    online: 'Online',
    offline: 'Offline: Hier geht alles weiter',
    meter: 'Belegter Speicher',
    storage: (used, quota) => `${used} von ${quota} belegt`,
    persisted: 'Sicher aufbewahrt',
    persistedDetail: 'Der Browser löscht diese Karten nicht von sich aus.',
    persist: 'Meine Karten sicher aufbewahren',
    persistDetail: 'Den Browser bitten, diese Karten nicht zu löschen, wenn der Platz knapp wird.',
    persistRefused:
      'Der Browser hat noch nicht zugestimmt. Oft hilft es, die App zu installieren oder öfter zu benutzen.',
    build: (id) => `Stand ${id}`,
    install: 'App installieren',
    updateReady: 'Eine neue Version ist bereit.',
    updateNow: 'Neu laden und benutzen',
    offlineReady: 'Bereit, auch ohne Netz zu arbeiten',
  },

  pages: {
    unknown: 'Diese Seite gibt es nicht',
    unknownDetail: (name) => `„${name}“ ist keine Seite dieser App. Bitte eine aus der Leiste wählen.`,
    failed: 'Die Seite konnte nicht geladen werden',
  },

  palette: {
    title: 'Alles finden',
    placeholder: 'Seite, Dienst, Ebene, Operation oder Befehl',
    results: 'Was gefunden wurde',
    none: (words) => `Nichts passt zu „${words}“.`,
    pages: 'Seiten',
    actions: 'Befehle',
    services: 'Dienste',
    layers: 'Ebenen',
    operations: 'Operationen',
    hide: (name) => `${name} verbergen`,
    copyLink: 'Link auf diese Ansicht kopieren',
    link: 'Link',
  },

  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    onMap: 'Auf der Karte',
    goTo: (page) => `Zu ${page}`,
    close: 'Fenster oder Karte schließen',
    move: 'Die Karte verschieben',
    zoom: 'Vergrößern und verkleinern',
    read: 'Die Objekte in der Mitte lesen',
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
    hidden: (names) => `Nicht gezeigt: ${names}.`,
  },

  firstSteps: {
    title: 'Erste Schritte',
    position: (step, of) => `Schritt ${step} von ${of}`,
    next: 'Weiter',
    back: 'Zurück',
    done: 'Los',
    dismiss: 'Nicht mehr zeigen',
    again: 'Die ersten Schritte zeigen',
    steps: [
      {
        title: 'Diese Karte ist ein Server',
        words:
          'Jedes Bild zeichnet ein Kartendienst in diesem Browser. Ein Klick auf die Karte liest, was dort ist; Ebenen schaltet man an der Seite.',
      },
      {
        title: 'Eine Datei darauf ziehen',
        words:
          'GeoJSON, CSV oder ein gezipptes Shapefile wird in Sekunden ein Kartendienst. Er bleibt in diesem Browser und arbeitet auch ohne Netz.',
      },
      {
        title: 'In seiner eigenen Sprache fragen',
        words:
          'Alle 55 SOAP-Operationen stehen im Explorer zum Abschicken bereit. Strg+K oder Cmd+K findet alles Übrige.',
      },
    ],
  },

  settings: {
    intro: 'Alles hier betrifft nur diesen Browser: Nirgends sonst liegt etwas davon.',
    appearance: 'Aussehen',
    language: 'Sprache',
    languageElsewhere: 'In einem anderen Tab wurde eine andere Sprache gewählt',
    theme: 'Farben',
    themeChoices: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    units: 'Längen',
    unitChoices: { metric: 'Meter und Kilometer', imperial: 'Fuß und Meilen' },
    storage: 'Speicher',
    storageUnknown: 'Dieser Browser sagt nicht, was gespeichert ist.',
    notPersisted: 'Der Browser darf diese Karten löschen, wenn der Platz knapp wird.',
    exportOne: 'Exportieren',
    cacheOf: (title, tiles) => `Kacheln von ${title} (${tiles})`,
    exported: (name, bytes) => `${name} ist exportiert, ${bytes}`,
    exportFailed: (name, message) => `${name} wurde nicht exportiert. ${message}`,
    backup: 'Sicherung und Austausch',
    backupDetail:
      'Eine Sicherung enthält alle Dienste und Einstellungen in einer Datei, jeden Teil mit seiner Prüfsumme. Beim Wiederherstellen werden alle geprüft, und es ändert sich alles oder nichts.',
    backUp: 'Alles sichern',
    withTiles: 'Mit Kachelspeichern: Die Datei ist größer, und keine Kachel muss neu gezeichnet werden',
    backingUp: 'Die Sicherung wird geschrieben',
    backedUp: (bytes) => `Die Sicherung ist gespeichert, ${bytes}`,
    restore: 'Sicherung wiederherstellen',
    restoring: 'Wird geprüft und wiederhergestellt',
    restored: (count) => `Die Sicherung ist wiederhergestellt. Dienste jetzt: ${count}`,
    restoreTitle: 'Alles durch die Sicherung ersetzen?',
    restoreLoss: (name, count) =>
      `Was jetzt gespeichert ist, geht (Dienste: ${count}), und der Inhalt von ${name} tritt an seine Stelle. Wer es behalten will, sichert es vorher.`,
    restoreGo: 'Alles ersetzen',
    importOne: 'Dienst importieren',
    unchanged: 'Es hat sich nichts geändert.',
    reset: 'Zurücksetzen',
    resetDetail: 'Den Speicher dieses Browsers leeren wie am ersten Tag. Die Beispieldienste kommen wieder.',
    resetGo: 'Alles löschen',
    resetTitle: 'Alles löschen?',
    resetLoss: (services, features, bytes) =>
      `Das löscht die Dienste (${services}) mit ${features}, zusammen ${bytes}, und was hier eingestellt wurde. Es lässt sich nicht rückgängig machen.`,
    resetType: (count) => `Zur Bestätigung die Anzahl der Dienste eingeben: ${count}`,
  },

  lost: {
    title: 'Die Karten fehlen',
    detail:
      'Der Browser hat entfernt, was hier gespeichert war: Das geschieht, wenn der Platz knapp wird, nach langer Abwesenheit, oder wenn Websitedaten gelöscht werden. Nur eine Sicherung bringt sie zurück.',
    missing: (when) => `Diese Dienste waren zuletzt da am ${when}:`,
    goOn: 'Ohne sie weitermachen',
    goOnDetail: 'Dann beginnt alles wie am ersten Tag, nur mit den Beispieldiensten.',
  },

  faults: {
    noAnswer: 'Der Kartenserver hat nicht geantwortet. Bitte die Seite neu laden und es noch einmal versuchen.',
    notControlled:
      'Der Kartenserver hat diese Seite nicht unter sich, darum wurde nichts gesendet. Bitte die Seite neu laden.',
    outside: (status) =>
      `Die Antwort (HTTP ${status}) kam nicht vom Kartenserver in diesem Browser. Bitte die Seite neu laden.`,
    unreadable: 'Die Antwort des Kartenservers war nicht zu verstehen.',
    said: (code, message) => {
      const lead = Object.hasOwn(faultLeads, code) ? faultLeads[code as FaultCode] : undefined;
      return lead ? `${lead} (Wortlaut des Servers: ${message})` : message;
    },
    in: (operation) => `in ${operation}`,
  },
};
