import { byHost } from '../../../text/by-host.ts';
import { pressDe as press } from '../../../text/touch.ts';
import type { embedEn } from './apps-text.ts';

export const de: typeof embedEn = {
  title: 'In der eigenen App verwenden',
  intro: `${byHost('Jede Seite kann die Karten in diesem Browser anfragen wie einen Kartenserver.', 'Jede Seite und jedes Programm kann die Karten dieses Servers anfragen.')} Führen Sie die Beispiele aus, ändern Sie sie oder kopieren Sie ihren Code.`,
  run: 'Ausführen',
  running: 'Läuft …',
  result: 'Ergebnis',
  code: 'Code des Beispiels',
  copy: 'Kopieren',
  example: 'Die einfache Beispiel-App öffnen',
  types: 'Typen für TypeScript',
  client: 'Der Client als Datei',
  libraries: {
    title: 'Mit einer Kartenbibliothek',
    detail:
      'Die verbreiteten Bibliotheken für Webkarten lesen diese Karten unverändert: über die REST-Schnittstelle, OGC-Standards oder Vektorkacheln. Jedes Beispiel steht neben seinem Code. Seine Bibliothek wird beim ersten Öffnen geladen und funktioniert danach auch ohne Netz.',
  },
  maps: {
    'esri-leaflet': {
      title: 'Leaflet',
      short: 'Kartenbilder und Objekte mit esri-leaflet',
      detail: `Der Dienst zeichnet für jeden Ausschnitt ein Kartenbild, die Bibliothek zeichnet die Erdbeben. ${press.Klicken} Sie auf die Karte, um Objekte zu identifizieren.`,
    },
    openlayers: {
      title: 'OpenLayers',
      short: 'Satellitenbild und OGC-API',
      detail: `Die Erde aus dem All als Kartenbilder und Erdbeben als Objekte einer OGC-API. ${press.Klicken} Sie auf einen Kreis.`,
    },
    maplibre: {
      title: 'MapLibre',
      short: 'Vektorkacheln in einer Zeile',
      detail: `Eine Adresse genügt: Das Stylesheet nennt die Vektorkacheln, die in jeder Zoomstufe scharf bleiben. ${press.Klicken} Sie auf ein Land.`,
    },
  },
  restJs: {
    title: 'ArcGIS REST JS',
    detail:
      'Filter, Gruppen und Statistiken ohne Karte: wie viele Menschen in Städten leben, nach Region. Installieren Sie das Paket in Ihrer App und kopieren Sie den Code.',
  },
  ways: {
    fetch: {
      title: 'Eine Seite dieser Website: einfach fetch',
      detail: byHost(
        'Eine Seite, ein Rahmen oder ein Worker unter dieser Adresse ruft fetch auf, und der Service Worker antwortet, auch ohne Netz. Jeder SOAP-Client mit einstellbarer Adresse funktioniert dort. Programme außerhalb des Browsers, etwa curl, erreichen nur den Webserver: Die Karten sind im Browser.',
        'Eine Seite, ein Rahmen oder ein Worker unter dieser Adresse ruft fetch auf, ebenso jedes Programm, etwa curl oder ein SOAP-Client. Seiten anderer Websites dürfen die Karten lesen, wenn der Server mit --allow-origin gestartet wurde.',
      ),
    },
    client: {
      title: 'Dasselbe mit dem Client',
      detail:
        'client.js kennt jede Operation und ihre Typen, macht Fehlermeldungen zu Ausnahmen, gibt jedem Aufruf eine Frist und sendet nichts, wenn kein Worker da ist: So erreicht nichts den Webserver.',
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
