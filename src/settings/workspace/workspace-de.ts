import type { WorkspaceText } from './workspace-en.ts';

export const workspaceDe: WorkspaceText = {
  openTitle: 'Diese Arbeitsbereichsdatei öffnen?',
  holds: (name, when, services, maps) =>
    `${name} wurde am ${when} gespeichert. Sie enthält Dienste: ${services}, zusammengestellte Karten: ${maps}, mit Daten, Darstellung und Einstellungen.`,
  here: (services) => `Sie ersetzt alles, was jetzt in diesem Browser gespeichert ist (Dienste: ${services}).`,
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
  linkStatus: (status) => `Die Datei konnte nicht geladen werden: Der Server antwortete mit ${status}.`,
  download: 'Datei herunterladen',
};
