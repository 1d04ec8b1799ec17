import type { EmbedText } from './apps-en.ts';

export const embedDe: EmbedText = {
  title: 'In der eigenen App verwenden',
  intro:
    'Die Karten dieses Browsers antworten jeder Seite wie ein Kartenserver. Es gibt drei Wege; jedes Beispiel können Sie ausführen und ändern.',
  run: 'Ausführen',
  running: 'Läuft …',
  result: 'Ergebnis',
  code: 'Code des Beispiels',
  copy: 'Kopieren',
  example: 'Die schlichte Beispiel-App öffnen',
  types: 'Typen für TypeScript',
  client: 'Der Client als Datei',
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
