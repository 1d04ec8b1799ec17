import { byHost } from './by-host.ts';
import type { workspaceEn } from './workspace-text.ts';

export const de: typeof workspaceEn = {
  backup: 'Arbeitsbereichsdatei',
  backupDetail:
    'Eine Arbeitsbereichsdatei enthält alles, was hier gespeichert ist: Dienste, Karten, Darstellung und Konten, aber keine Geheimnisse und nichts, was Sie anderen erlaubt haben. Sie ist eine Sicherung und öffnet sich mit einem Doppelklick, wo die App installiert ist. Beim Öffnen wird zuerst die ganze Datei geprüft; dann wird alles ersetzt oder nichts.',
  backUp: 'Arbeitsbereich als Datei speichern',
  withTiles: 'Mit Kachel-Caches: Die Datei ist größer, aber keine Kachel muss neu gezeichnet werden',
  backingUp: 'Die Arbeitsbereichsdatei wird geschrieben',
  backedUp: (bytes) => `Die Arbeitsbereichsdatei wurde gespeichert, ${bytes}`,
  restore: 'Arbeitsbereichsdatei öffnen',
  restored: (count) => `Der Arbeitsbereich wurde geöffnet. Dienste: ${count}`,
  restoreGo: 'Alles ersetzen',
  mapsGo: 'Dienste und Karten ersetzen',
  importOne: 'Dienst importieren',
  unchanged: 'Es hat sich nichts geändert.',
  openTitle: 'Diese Arbeitsbereichsdatei öffnen?',
  holds: (name, when, services, maps) =>
    `${name} wurde am ${when} gespeichert. Sie enthält Dienste: ${services}, zusammengestellte Karten: ${maps}, mit Daten und Darstellung.`,
  accounts: (names, administrators) => `Ihre Konten: ${names}. Davon Administratoren: ${administrators}.`,
  webHooks: (addresses) =>
    `Ihre Webhooks würden Ereignisse senden an: ${addresses}. Sie senden nichts, bis Sie sie aktivieren.`,
  hosts: (names) => `Ihre Dienste und Karten nennen andere Server: ${names}.`,
  content: 'Was möchten Sie davon?',
  contentChoices: { all: 'Alles', maps: 'Nur Dienste und Karten' },
  here: (services) =>
    `Sie ersetzt alles, was jetzt ${byHost('in diesem Browser', 'auf diesem Server')} gespeichert ist (Dienste: ${services}).`,
  mapsHere: (services) =>
    `Sie ersetzt alle Dienste und Karten ${byHost('in diesem Browser', 'auf diesem Server')} (Dienste: ${services}). Konten und Einstellungen bleiben.`,
  first: 'Was geschieht mit dem, was hier ist?',
  firstChoices: { save: 'Zuerst als Arbeitsbereichsdatei speichern', drop: 'Verwerfen' },
  notWorkspace: 'Das ist keine Arbeitsbereichsdatei, oder sie ist beschädigt.',
  linkTitle: 'Datei aus einem Link öffnen?',
  link: (host) => `Dieser Link öffnet eine Datei von ${host}:`,
  linkMeans:
    'Die Seite lädt sie jetzt. Der Server erfährt nur, dass jemand die Datei lädt. Sie werden noch einmal gefragt, bevor etwas publiziert oder ersetzt wird.',
  linkGo: 'Datei laden',
  linkWrong: (address) => `Der Link nennt keine Datei im Web: ${address}`,
  linkFailed: (host) =>
    `Die Datei konnte nicht geladen werden. Entweder ist ${host} nicht erreichbar, oder der Server erlaubt anderen Seiten nicht, seine Dateien zu lesen (CORS). Laden Sie die Datei herunter und ziehen Sie sie auf diese Seite.`,
  linkStatus: (status) => `Die Datei konnte nicht geladen werden: Der Server antwortete mit HTTP ${status}.`,
  linkTooLarge: (limit) => `Die Datei ist größer als ${limit}.`,
  linkCutOff: (host) =>
    `Die Verbindung zu ${host} endete, bevor die ganze Datei hier war. Versuchen Sie es noch einmal.`,
  download: 'Datei herunterladen',
};
