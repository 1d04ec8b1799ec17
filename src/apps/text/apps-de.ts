import type { EmbedText } from './apps-en.ts';

export const embedDe: EmbedText = {
  title: 'In der eigenen App verwenden',
  intro:
    'Die Karten dieses Browsers antworten jeder Seite wie ein Kartenserver. Jedes Beispiel können Sie ausführen und ändern.',
  run: 'Ausführen',
  running: 'Läuft …',
  result: 'Ergebnis',
  code: 'Code des Beispiels',
  copy: 'Kopieren',
  example: 'Die schlichte Beispiel-App öffnen',
  types: 'Typen für TypeScript',
  client: 'Der Client als Datei',
  libraries: {
    title: 'Mit einer Kartenbibliothek',
    detail:
      'Die verbreiteten Bibliotheken für Webkarten lesen diese Karten, wie sie sind: über die REST-Schnittstelle, die Standards des OGC oder Vektorkacheln. Jedes Beispiel steht neben seinem Code. Seine Bibliothek wird beim Öffnen geladen und ist von da an auch ohne Netz da.',
  },
  maps: {
    'esri-leaflet': {
      title: 'Leaflet',
      short: 'Bilder und Zeilen mit esri-leaflet',
      detail:
        'Eine Karte, die der Dienst für jeden Ausschnitt zeichnet, und Erdbeben, die die Bibliothek zeichnet. Klicken Sie auf die Karte, um zu fragen, was dort ist.',
    },
    openlayers: {
      title: 'OpenLayers',
      short: 'Satellitenbild und eine OGC-API',
      detail:
        'Die Erde aus dem All als Bilder und Erdbeben als Objekte der Standard-OGC-API. Klicken Sie auf einen Kreis.',
    },
    maplibre: {
      title: 'MapLibre',
      short: 'Vektorkacheln in einer Zeile',
      detail:
        'Eine Adresse genügt: Der Stil nennt die Vektorkacheln, die in jeder Zoomstufe scharf bleiben. Klicken Sie auf ein Land.',
    },
    'maplibre-arcgis': {
      title: 'MapLibre-Globus',
      short: 'Vektorkacheln und Zeilen mit einem Plugin',
      detail:
        'Das Plugin des Herstellers für MapLibre legt Vektorkacheln und Zeilen auf einen Globus. Klicken Sie auf einen Kreis.',
    },
    cesium: {
      title: 'Cesium',
      short: 'Satellitenbild auf einem Globus im All',
      detail: 'Die Erde aus dem All auf einem Globus. Ziehen Sie, um ihn zu drehen, und klicken Sie auf ein Land.',
    },
    'rest-js': {
      title: 'ArcGIS REST JS',
      short: 'Abfragen ohne Karte',
      detail:
        'Filter, Gruppen und Statistiken, im Browser beantwortet: wie viele Menschen in Städten leben, nach Teil der Welt.',
    },
  },
  ways: {
    fetch: {
      title: 'Eine Seite dieser Website: einfach fetch',
      detail:
        'Eine Seite, ein Rahmen oder ein Worker unter dieser Adresse ruft fetch auf, und der Service Worker antwortet, auch ohne Netz. Jeder SOAP-Client, der dort läuft und dem man eine Adresse nennen kann, genügt. Programme außerhalb des Browsers, etwa curl, erreichen nur den Webserver: Die Karten sind im Browser.',
    },
    client: {
      title: 'Dasselbe mit dem Client',
      detail:
        'client.js kennt jede Operation und ihre Typen, macht Fehlermeldungen zu Ausnahmen, gibt jedem Aufruf eine Frist und sendet nichts, wenn kein Worker da ist: So gelangt nichts zum Webserver.',
    },
    bridge: {
      title: 'Eine Seite einer anderen Website: die Brücke',
      detail:
        'Liefern Sie client.js mit Ihrer App aus und verbinden Sie sich über bridge.html dieser Website. Wo der Browser es erlaubt, dient ein verborgener Rahmen, sonst ein Fenster, das ein Klick öffnet. Sie erlauben jede Website einmal und können die Erlaubnis in den Einstellungen wieder entziehen.',
    },
  },
  partition: {
    title: 'Was ein Rahmen auf einer anderen Website sieht',
    detail:
      'Browser trennen den Speicher eingebetteter Seiten nach der Website, die sie einbettet. Ein Rahmen auf einer Seite derselben Website sieht diese Karten. Auf einer anderen Website sieht er ein leeres eigenes Portal; der Client öffnet dann ein Fenster, das die richtigen sieht. `connection.kind` und `connection.isFirstParty` sagen, welches es ist; `acceptPartitioned: true` nimmt das eigene Portal an.',
  },
};
