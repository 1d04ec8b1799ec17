import type { PortalOperationName } from '../../../sw/portal/contract/index.ts';
import { byHost } from '../../text/by-host.ts';
import type { portalEn } from './portal-text.ts';

// `portal-text.ts` awaits this file, so importing from it would be a deadlock.
const list = (title: string, none = '', noneDetail = '', detail = '') => ({ title, none, noneDetail, detail });
const n = (count: number, singular: string, plural: string): string =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;
const items = (count: number) => n(count, 'Element', 'Elemente');

const operations: { readonly [O in PortalOperationName]?: string } = {
  updatePortal: 'Einstellungen des Portals',
  changePassword: 'Passwort ändern',
  createUser: 'Neuer Benutzer',
  updateUser: 'Bearbeiten',
  deleteUser: 'Konto löschen',
  generatePortalToken: 'Token ausstellen',
  revoke: 'Widerrufen',
  createGroup: 'Neue Gruppe',
  updateGroup: 'Bearbeiten',
  deleteGroup: 'Gruppe löschen',
  addItem: 'Element hinzufügen',
  updateItem: 'Bearbeiten',
  itemData: 'Zeigen',
  shareItem: 'Mit Gruppen teilen',
  unshareItem: 'Nicht mehr mit Gruppen teilen',
  deleteItem: 'Element löschen',
  addItemResource: 'Datei hinzufügen',
  itemResource: 'Zeigen',
  removeItemResource: 'Datei entfernen',
  updateServiceAccess: 'Zugriff ändern',
  createCollaboration: 'Neue Zusammenarbeit',
  updateCollaboration: 'Zusammenarbeit bearbeiten',
  addParticipant: 'Portal hinzufügen',
  deleteCollaboration: 'Zusammenarbeit löschen',
  updateItemDeletePolicy: 'Wählen, was mit nicht mehr geteilten Elementen geschieht',
  removeParticipant: 'Teilnahme beenden',
  addWorkspace: 'Neuer Arbeitsbereich',
  updateWorkspace: 'Arbeitsbereich bearbeiten',
  updateSchedule: 'Zeitplan festlegen',
  deleteSchedule: 'Zeitplan beenden',
  deleteWorkspace: 'Arbeitsbereich löschen',
  updatePortalGroupLink: 'Gruppe verknüpfen',
  updateAccessMode: 'Zugriff ändern',
  removePortalGroupLink: 'Gruppe trennen',
  createWebhook: 'Neuer Webhook',
  updateWebhook: 'Bearbeiten',
  activateWebhook: 'Aktivieren',
  deactivateWebhook: 'Deaktivieren',
  deleteWebhook: 'Webhook löschen',
  updateWebhookSettings: 'Einstellungen der Zustellung',
  resource: 'Zeigen',
  addResource: 'Datei hochladen',
  removeResource: 'Datei entfernen',
};
const operation = (name: PortalOperationName): string => operations[name] ?? name;

const fields: Readonly<Record<string, readonly [label: string, hint?: string]>> = {
  username: ['Benutzername'],
  password: ['Passwort'],
  newPassword: ['Neues Passwort', 'Mindestens 8 Zeichen.'],
  repeated: ['Neues Passwort noch einmal'],
  oldPassword: ['Bisheriges Passwort'],
  expiration: ['Gültigkeit in Minuten', 'Höchstens 20160, das sind zwei Wochen.'],
  fullName: ['Name'],
  email: ['E-Mail'],
  role: ['Rolle'],
  name: ['Name'],
  title: ['Titel'],
  description: ['Beschreibung'],
  tags: ['Schlagwörter', 'Durch Kommas getrennt.'],
  file: ['Datei'],
  text: ['Text'],
  fileName: ['Name der Ressource', 'Leer: der Name der Datei.'],
  key: ['Schlüssel', 'Name der Ressource, auch mit Ordnern.'],
  url: ['Adresse', 'Eine http- oder https-Adresse.'],
  secret: ['Geheimnis', 'Damit wird jede Nachricht signiert. Leer: keine Signatur, oder das bisherige bleibt.'],
  removeSecret: ['Geheimnis entfernen', 'Nachrichten werden nicht mehr signiert.'],
  changes: ['Auslöser'],
  events: ['Ereignisse'],
  numberOfFailures: ['Fehlschläge bis zum Abschalten'],
  daysInPast: ['Innerhalb so vieler Tage'],
  notificationAttempts: ['Versuche für eine Nachricht', '0 bis 5; 0 stellt nichts zu.'],
  notificationTimeOutInSeconds: ['Wartezeit auf eine Antwort in Sekunden', '0 bis 60'],
  notificationElapsedTimeInSeconds: ['Sekunden zwischen den Versuchen', '1 bis 100'],
  pageSignIn: [
    'Diese Seite ohne Passwort anmelden',
    'Wenn ausgeschaltet, muss sich jeder an diesem Browser mit Benutzername und Passwort anmelden.',
  ],
  canRunAgent: ['Der Gast darf Synchronisierungen starten'],
  accessMode: ['Richtung'],
  canSyncWorkspace: ['Darf Synchronisierungen starten'],
  participantId: ['Portal'],
  guestPortalId: ['Portal'],
  policy: ['Elemente, die nicht mehr mit diesem Portal geteilt sind'],
  groups: ['Gruppen'],
  access: ['Zugriff'],
  disabled: ['Gesperrt', 'Das Konto kann sich nicht anmelden, und seine Token sind ungültig.'],
  startTime: ['Erster Lauf, leer für sofort'],
  maxItemSizeInMB: ['Größtes Element in MB', 'Auf größere wird verwiesen, oder sie fehlen.'],
  copyByRefIfCopyFail: ['Auf Elemente verweisen, die zum Kopieren zu groß sind'],
  portalGroupId: ['Gruppe', 'Ihre Elemente werden gesendet; empfangene Elemente werden ihr hinzugefügt.'],
  copyFeatureServiceData: [
    'Kartendienste mit ihren Daten kopieren',
    'Wenn ausgeschaltet, erhält das andere Portal nur einen Verweis.',
  ],
  interval: ['Abstand in Stunden'],
  repeatCount: ['Zahl der Läufe', '-1: unbegrenzt.'],
};

export const de: typeof portalEn = {
  title: 'Portal',
  intro: `Portale teilen Kartendienste miteinander. Dieser ${byHost('Browser', 'Server')} hat zwei davon, damit Sie die Synchronisierung ausprobieren können.`,
  loading: 'Wird geladen',
  readFailed: 'Das konnte nicht gelesen werden',
  signInFailed: 'Die Seite konnte nicht angemeldet werden',
  noPortal: 'Auf diesem Server gibt es kein Portal.',
  choosePortal: 'Portal',
  tabsLabel: 'Teile des Portals',
  tabs: {
    collaborations: 'Zusammenarbeit',
    content: 'Inhalt',
    webhooks: 'Webhooks',
    resources: 'Ressourcen',
    accounts: 'Konten',
  },
  roles: { member: 'Mitglied', publisher: 'Herausgeber', administrator: 'Administrator' },
  operation,
  label: (name) => fields[name]?.[0] ?? name,
  hint: (name) => fields[name]?.[1] ?? '',

  notes: {
    changePassword: 'Alle Token des Kontos außer dem dieser Seite werden ungültig.',
    createCollaboration:
      'Dieses Portal ist ihr Gastgeber: Es legt die Arbeitsbereiche an und steuert den Zugriff darauf.',
    addParticipant: 'Es nimmt teil und sendet und empfängt, sobald es eine Gruppe verknüpft hat.',
    addWorkspace: 'Jeder Teilnehmer verknüpft eine seiner Gruppen damit.',
    shareItem: 'Was in einer Gruppe ist, die mit einem Arbeitsbereich verknüpft ist, geht an seine anderen Teilnehmer.',
    addItem: 'Seine Daten sind eine Datei, ein Text oder das, was unter einer Adresse steht.',
    updateSchedule: byHost(
      'Er läuft, solange diese App in einem Tab des Browsers offen ist; Versäumtes wird beim nächsten Besuch nachgeholt.',
      'Er läuft, solange der Server läuft; Versäumtes wird beim nächsten Start nachgeholt.',
    ),
  },

  form: {
    optional: (label) => `${label} (optional)`,
    title: (of, name) => (name ? `${operation(of)}: ${name}` : operation(of)),
    submit: (of) => (/^update/.test(of) ? 'Speichern' : /^create/.test(of) ? 'Anlegen' : operation(of)),
    done: (of, name) => `${operation(of)}: ${name}, erledigt`,
    more: (name) => `Mehr zu ${name}`,
    sure: 'Das lässt sich nicht rückgängig machen.',
    none: 'Keine',
    notEqual: 'Die Passwörter stimmen nicht überein.',
    noEvents: 'Wählen Sie mindestens eine Art von Ereignis.',
    token: 'Token',
    issued: (moment) => `Es wird nur dieses eine Mal gezeigt und gilt bis ${moment}.`,
    openService: 'Seite des Dienstes öffnen',
    download: 'Herunterladen',
    noPreview: (type, bytes) => `${type}, ${bytes}: Keine Vorschau verfügbar.`,
  },

  choices: {
    member: 'Mitglied: liest',
    publisher: 'Herausgeber: legt auch Gruppen und Elemente an',
    administrator: 'Administrator: alles',
    send: 'Sendet',
    receive: 'Empfängt',
    sendAndReceive: 'Sendet und empfängt',
    allChanges: 'Alle Ereignisse',
    manualChanges: 'Die unten gewählten Ereignisse',
    remove: 'Werden gelöscht',
    retain: 'Bleiben als eigene',
    public: 'Öffentlich',
    private: 'Braucht ein Token',
  },

  first: {
    title: 'Das erste Passwort',
    detail: `Es wurde für die Administratoren der Portale ${byHost('in diesem Browser', 'auf diesem Server')} erzeugt und wird gezeigt, bis Sie bestätigen, dass Sie es notiert haben. Diese Seite ist ohne das Passwort angemeldet; andere Programme brauchen es.`,
    note: 'Ich habe es notiert',
    noted: 'Das Passwort wird nicht mehr gezeigt.',
  },

  account: {
    signedIn: (name, role) => `Angemeldet als ${name}, ${role}`,
    nobody: 'Nicht angemeldet',
    until: (moment) => `bis ${moment}`,
    menu: (portal) => `Konto und Einstellungen von ${portal}`,
    signIn: 'Anmelden',
    signInTo: (portal) => `Bei ${portal} anmelden`,
    signInDetail: 'Den Inhalt eines Portals sehen nur seine Benutzer.',
    signPageIn: 'Ohne Passwort',
    pageNotAllowed: (portal) => `${portal} meldet Seiten nicht ohne Passwort an.`,
    signOut: 'Abmelden',
    signedOut: (portal) => `Von ${portal} abgemeldet`,
    openHtml: 'Als einfache Seiten öffnen',
    openHtmlDetail: 'Dieselben Operationen als Formulare, die ohne JavaScript funktionieren',
  },

  kinds: {
    collaborations: list(
      'Zusammenarbeit',
      'Noch keine Zusammenarbeit',
      'Legen Sie eine an und fügen Sie ein anderes Portal hinzu.',
    ),
    participants: list('Teilnehmer'),
    workspaces: list(
      'Arbeitsbereiche',
      'Noch kein Arbeitsbereich. Der Gastgeber legt ihn an: Er teilt die Elemente der Gruppen, die mit ihm verknüpft sind.',
    ),
    links: list('Wer sendet und empfängt'),
    items: list(
      'Elemente',
      'Noch kein Element',
      'Publizieren Sie eine Karte, oder fügen Sie eine Datei, einen Text oder einen Verweis hinzu.',
    ),
    files: list('Dateien', 'Zu diesem Element gehören keine Dateien.'),
    groups: list(
      'Gruppen',
      'Noch keine Gruppe',
      'Elemente werden mit Gruppen geteilt; ein Arbeitsbereich sendet, was in einer Gruppe ist.',
    ),
    services: list(
      'Kartendienste',
      'Kein Kartendienst',
      'Was publiziert wird, steht hier.',
      'Ein Dienst, der ein Token braucht, steht nur Benutzern dieses Portals offen: Programme senden das Token mit ihren Anfragen, die Seiten dieser App das ihrer Anmeldung. Ist niemand angemeldet, zeigt die Kartenseite ihn nicht.',
    ),
    webhooks: list(
      'Webhooks',
      'Noch kein Webhook',
      'Ein Webhook meldet einer Adresse Ereignisse im Portal. Probieren Sie es mit dem Posteingang unten.',
    ),
    resources: list(
      'Dateiressourcen',
      'Noch keine Ressource',
      'Logos, Stylesheets und andere kleine Dateien, die Programme unter ihrem Schlüssel lesen.',
    ),
    users: list(
      'Benutzer',
      '',
      '',
      'Mitglieder lesen, Herausgeber legen auch eigene Gruppen und Elemente an, Administratoren tun alles. Ein Administrator, der nicht gesperrt ist, bleibt immer.',
    ),
    tokens: list('Token', '', '', 'Ein Token wird nur beim Ausstellen gezeigt; das Portal speichert einen Hash davon.'),
  },

  facts: {
    ownedBy: (name) => `gehört ${name}`,
    host: 'Gastgeber',
    guest: 'Gast',
    policy: {
      remove: 'löscht, was nicht mehr mit ihm geteilt ist',
      retain: 'behält als eigene Elemente, was nicht mehr mit ihm geteilt ist',
    },
    limit: (megabytes) => `Elemente bis ${megabytes} MB`,
    lastSync: (moment) => `zuletzt synchronisiert ${moment}`,
    neverSynced: 'noch nicht synchronisiert',
    mayStart: 'darf Synchronisierungen starten',
    linked: (group) => `Gruppe „${group}“`,
    notLinked: 'keine Gruppe ist verknüpft: nichts wird gesendet oder empfangen',
    copies: 'Kartendienste werden kopiert',
    refers: 'auf Kartendienste wird verwiesen',
    mapService: 'Kartendienst',
    file: 'Datei',
    reference: 'Verweis',
    from: (portal) => `empfangen von ${portal}`,
    asReference: 'als Verweis',
    active: 'Aktiv',
    inactive: 'Deaktiviert',
    events: (events) => `Ereignisse: ${events}`,
    signed: 'Nachrichten sind signiert',
    unsigned: 'Nachrichten sind nicht signiert',
    failures: (count, most, days) =>
      `${n(count, 'Fehlschlag', 'Fehlschläge')}; er schaltet sich ab bei ${most} in ${n(days, 'Tag', 'Tagen')}`,
    you: 'angemeldet',
    disabled: 'gesperrt',
    times: (from, to) => `ausgestellt ${from}, gültig bis ${to}`,
    thisPage: 'diese Seite',
  },

  events: {
    '/': 'alle',
    '/items': 'Elemente',
    '/groups': 'Gruppen',
    '/users': 'Konten',
    '/services': 'Kartendienste',
    '/resources': 'Ressourcen',
    '/syncs': 'Synchronisierungen',
  },

  loss: {
    remove: (portal, count, services, features) =>
      `${portal} verliert ${items(count)}, die es empfangen hat${services ? `, darunter ${n(services, 'Kartendienst', 'Kartendienste')} (${features})` : ''}.`,
    retain: (portal, count) => `${portal} behält ${items(count)}, die es empfangen hat, als eigene.`,
    nothing: (portal) => `${portal} hat nichts empfangen und verliert nichts.`,
    unknown: (portal, policy) =>
      policy === 'remove'
        ? `${portal} lässt sich von hier aus nicht zählen: Es löscht, was es empfangen hat.`
        : `${portal} lässt sich von hier aus nicht zählen: Es behält als eigene Elemente, was es empfangen hat.`,
    exchange: (participants) =>
      `${n(participants, 'Teilnehmer tauscht', 'Teilnehmer tauschen')} keine Elemente mehr aus.`,
    history: (syncs) =>
      syncs
        ? `Löscht auch seinen Verlauf: ${n(syncs, 'Synchronisierung', 'Synchronisierungen')}.`
        : 'Er wurde nie synchronisiert.',
    running: 'Eine Synchronisierung läuft und wird sofort abgebrochen.',
    workspaces: (count, guests) =>
      `Löscht ${n(count, 'Arbeitsbereich', 'Arbeitsbereiche')}; ${n(guests, 'Gast nimmt', 'Gäste nehmen')} nicht mehr teil.`,
    link: (count) =>
      `${items(count)} werden in diesem Arbeitsbereich nicht mehr geteilt; bei der nächsten Synchronisierung löschen oder behalten die anderen Portale, was sie empfangen haben, wie jedes es entschieden hat.`,
    item: (bytes, files, groups) =>
      `Seine Daten von ${bytes} und ${n(files, 'Datei', 'Dateien')} werden gelöscht; ${n(groups, 'Gruppe verliert', 'Gruppen verlieren')} es.`,
    service: (features, groups) =>
      `Der Kartendienst (${features}) wird gelöscht; ${n(groups, 'Gruppe verliert', 'Gruppen verlieren')} ihn.`,
    receivedAgain:
      'Es wurde von einem anderen Portal empfangen: Solange es geteilt ist, fügt die nächste Synchronisierung es wieder hinzu.',
    group: (count) => `${items(count)} verlieren diese Gruppe und bleiben im Portal.`,
    user: (count, groups, tokens, successor) =>
      `${items(count)} und ${n(groups, 'Gruppe', 'Gruppen')} des Kontos gehen an ${successor}; ${n(tokens, 'Token wird', 'Token werden')} widerrufen. Das lässt sich nicht rückgängig machen.`,
    deactivate: (waiting) =>
      waiting
        ? `${n(waiting, 'wartende Zustellung wird', 'wartende Zustellungen werden')} verworfen, und bis er wieder aktiv ist, wird nichts zugestellt.`
        : 'Keine Zustellung wartet. Bis er wieder aktiv ist, wird nichts zugestellt; was inzwischen geschieht, wird nicht nachgeholt.',
    webhook: (count, waiting) =>
      `Löscht seine Liste mit ${n(count, 'Zustellung', 'Zustellungen')}, davon ${waiting} noch wartend. Das lässt sich nicht rückgängig machen.`,
    resource: (bytes, moment) =>
      `Entfernt 1 Datei von ${bytes}, hochgeladen ${moment}. Das lässt sich nicht rückgängig machen.`,
    token: (moment) => `1 Token, gültig bis ${moment}, wird ungültig: Wer es verwendet, muss sich neu anmelden.`,
  },

  statuses: {
    submitted: 'Wartet',
    in_progress: 'Läuft',
    completed: 'Fertig',
    completed_with_failures: 'Fertig mit Fehlern',
    failed: 'Fehlgeschlagen',
  },

  sync: {
    goTo: (name) => `Zu ${name}`,
    now: 'Jetzt synchronisieren',
    wait: 'Synchronisieren und warten',
    waitDetail: 'Die Antwort kommt, wenn die Synchronisierung zu Ende ist, für Programme, die keine Aufträge abfragen.',
    startedBy: (names) => `Synchronisierungen dieses Arbeitsbereichs startet ${names}.`,
    startedByNobody:
      'Kein Portal darf Synchronisierungen dieses Arbeitsbereichs starten. Der Gastgeber entscheidet, wer darf.',
    busy: 'Eine Synchronisierung dieses Arbeitsbereichs läuft schon. Ihr Fortschritt wird hier gezeigt.',
    running: 'Fortschritt der Synchronisierung',
    preparing: 'Die Portale werden verglichen',
    progress: (done, all) => `${done} von ${all} Elementen`,
    ended: (status) => `Synchronisierung: ${status}`,
    history: 'Verlauf',
    older: (count) => `${count} ältere`,
    kinds: { manual: 'von Hand', scheduled: 'nach Zeitplan', realtime: 'durch eine Änderung' },
    counts: (succeeded, failed) => `${items(succeeded)}${failed ? `, ${failed} fehlgeschlagen` : ''}`,
    startedAs: (name) => `Gestartet von ${name}.`,
    took: (duration) => `Dauer: ${duration}.`,
    attempts: (count) => `Der Browser hat den Worker angehalten, darum wurde sie ${count} Mal gestartet.`,
    nothingToDo: 'Alles war auf dem neuesten Stand.',
    items: 'Elemente der Synchronisierung',
    failed: 'Fehlgeschlagen',
    actions: { add: 'Neu', update: 'Geändert', remove: 'Entfernt' },
    way: (from, to) => `${from} → ${to}`,
    byReference: 'Nur als Verweis.',
  },

  schedule: {
    on: (hours, moment) => `Läuft ${hours === 1 ? 'jede Stunde' : `alle ${hours} Stunden`}, das nächste Mal ${moment}.`,
    off: 'Läuft nur, wenn von Hand gestartet.',
    runs: (runs, most) => (most < 0 ? `bisher ${n(runs, 'Lauf', 'Läufe')}` : `${runs} von ${most} Läufen`),
  },

  deliveries: {
    title: 'Zustellungen',
    none: 'Noch wurde nichts zugestellt. Fügen Sie eine Ressource oder ein Element hinzu und sehen Sie dann nach.',
    count: (shown, total) =>
      shown < total ? `Die neuesten ${shown} von ${total}` : n(total, 'Zustellung', 'Zustellungen'),
    states: { queued: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen', dropped: 'Verworfen' },
    answered: (status) => `HTTP ${status}`,
    noAnswer: 'keine Antwort',
    payload: 'Nachricht',
    notSent: 'Sie wurde nicht gesendet.',
    attempts: (count) => n(count, 'Versuch', 'Versuche'),
    emptyAnswer: '(leer)',
    next: (moment) => `Nächster Versuch ${moment}`,
  },

  inbox: {
    title: 'Posteingang',
    detail: 'Empfängt Nachrichten ohne Netz. Mit ?status=500 hinter der Adresse antwortet er mit einem Fehler.',
    name: 'Name des Posteingangs',
    badName: '1 bis 64 Buchstaben, Ziffern, _ . oder -',
    address: 'Adresse für einen Webhook',
    none: 'Noch ist nichts angekommen. Die Liste wird alle zwei Sekunden aktualisiert.',
    count: (count) => n(count, 'Nachricht', 'Nachrichten'),
    headers: 'Kopfzeilen',
  },
};
