import type { PortalText } from './portal-en.ts';

const n = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const items = (count: number) => n(count, 'Element', 'Elemente');

export const portalDe: PortalText = {
  title: 'Portal',
  intro:
    'Portale teilen Kartendienste miteinander. Dieser Browser hat zwei davon, damit Sie die Synchronisierung ausprobieren können.',
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
  save: 'Speichern',
  create: 'Anlegen',
  add: 'Hinzufügen',
  edit: 'Bearbeiten',
  remove: 'Löschen',
  ownedBy: (name) => `gehört ${name}`,
  roles: { member: 'Mitglied', publisher: 'Herausgeber', administrator: 'Administrator' },

  form: {
    missing: 'Füllen Sie dieses Feld aus.',
    optional: (label) => `${label} (optional)`,
  },

  fields: {
    username: { label: 'Benutzername' },
    password: { label: 'Passwort' },
    newPassword: { label: 'Neues Passwort', hint: 'Mindestens 8 Zeichen.' },
    repeated: { label: 'Neues Passwort noch einmal' },
    oldPassword: { label: 'Bisheriges Passwort' },
    expiration: { label: 'Gültigkeit in Minuten', hint: 'Höchstens 20160, das sind zwei Wochen.' },
    fullName: { label: 'Name' },
    email: { label: 'E-Mail' },
    role: { label: 'Rolle' },
    name: { label: 'Name' },
    title: { label: 'Titel' },
    description: { label: 'Beschreibung' },
    tags: { label: 'Schlagwörter', hint: 'Durch Kommas getrennt.' },
    source: { label: 'Quelle' },
    file: { label: 'Datei' },
    text: { label: 'Text' },
    fileName: { label: 'Name der Ressource', hint: 'Leer: der Name der Datei.' },
    key: { label: 'Schlüssel', hint: 'Name der Ressource, auch mit Ordnern. Leer: der Name der Datei.' },
    url: { label: 'Adresse', hint: 'Eine http- oder https-Adresse.' },
    secret: {
      label: 'Geheimnis',
      hint: 'Damit wird jede Nachricht signiert. Leer: keine Signatur, oder das bisherige bleibt.',
    },
    removeSecret: { label: 'Geheimnis entfernen', hint: 'Nachrichten werden nicht mehr signiert.' },
    changes: { label: 'Auslöser' },
    events: { label: 'Ereignisse' },
    numberOfFailures: { label: 'Fehlschläge bis zum Abschalten' },
    daysInPast: { label: 'Innerhalb so vieler Tage' },
    notificationAttempts: { label: 'Versuche für eine Nachricht', hint: '0 bis 5; 0 stellt nichts zu.' },
    notificationTimeOutInSeconds: { label: 'Wartezeit auf eine Antwort in Sekunden', hint: '0 bis 60' },
    notificationElapsedTimeInSeconds: { label: 'Sekunden zwischen den Versuchen', hint: '1 bis 100' },
    pageSignIn: {
      label: 'Diese Seite ohne Passwort anmelden',
      hint: 'Wenn ausgeschaltet, muss sich jeder an diesem Browser mit Benutzername und Passwort anmelden.',
    },
    canRunAgent: { label: 'Der Gast darf Synchronisierungen starten' },
    accessMode: { label: 'Dieses Portal' },
    maxItemSizeInMB: { label: 'Größtes Element in MB', hint: 'Auf größere wird verwiesen, oder sie fehlen.' },
    copyByRefIfCopyFail: { label: 'Auf Elemente verweisen, die zum Kopieren zu groß sind' },
    portalGroupId: {
      label: 'Gruppe',
      hint: 'Ihre Elemente werden gesendet; empfangene Elemente werden ihr hinzugefügt.',
    },
    copyFeatureServiceData: {
      label: 'Kartendienste mit ihren Daten kopieren',
      hint: 'Wenn ausgeschaltet, erhält das andere Portal nur einen Verweis.',
    },
    start: { label: 'Erster Lauf' },
    interval: { label: 'Abstand in Stunden' },
    repeatCount: { label: 'Zahl der Läufe', hint: '-1: unbegrenzt.' },
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
    public: 'Öffentlich',
    private: 'Braucht ein Token',
    byFile: 'Eine Datei',
    byText: 'Ein Text',
    byAddress: 'Ein Verweis auf eine Adresse',
    now: 'Sofort',
    later: 'Nach dem ersten Abstand',
  },

  first: {
    title: 'Das erste Passwort',
    detail:
      'Es wurde für die Administratoren der Portale in diesem Browser erzeugt und wird gezeigt, bis Sie bestätigen, dass Sie es notiert haben. Diese Seite ist ohne das Passwort angemeldet; andere Programme brauchen es.',
    note: 'Ich habe es notiert',
    noted: 'Das Passwort wird nicht mehr gezeigt.',
  },

  account: {
    signedIn: (name, role) => `Angemeldet als ${name}, ${role}`,
    nobody: 'Niemand ist angemeldet',
    until: (moment) => `bis ${moment}`,
    menu: (portal) => `Konto und Einstellungen von ${portal}`,
    changePassword: 'Passwort ändern',
    passwordOf: (name) => `Passwort von ${name}`,
    passwordEffect: 'Alle Token des Kontos außer dem dieser Seite werden ungültig.',
    passwordChanged: (name) => `Das Passwort von ${name} wurde geändert`,
    notEqual: 'Die Passwörter stimmen nicht überein.',
    signIn: 'Anmelden',
    signInTo: (portal) => `Bei ${portal} anmelden`,
    signInDetail: 'Den Inhalt eines Portals sehen nur seine Benutzer.',
    signPageIn: 'Ohne Passwort',
    pageNotAllowed: (portal) => `${portal} meldet Seiten nicht ohne Passwort an.`,
    signOut: 'Abmelden',
    signedOut: (portal) => `Von ${portal} abgemeldet`,
  },

  portal: {
    settings: 'Einstellungen des Portals',
    settingsOf: (name) => `Einstellungen von ${name}`,
    openHtml: 'Als einfache Seiten öffnen',
    openHtmlDetail: 'Dieselben Operationen als Formulare, die ohne JavaScript funktionieren',
    goTo: (name) => `Zu ${name}`,
  },

  flow: {
    sends: (from, to, workspaces) => `${from} sendet an ${to}: ${workspaces}.`,
    nothing: 'Niemand sendet etwas.',
    none: 'sendet nichts',
    own: ' · dieses Portal',
  },

  loss: {
    remove: (portal, count, services, features) =>
      `${portal} verliert ${items(count)}, die es empfangen hat${services ? `, darunter ${n(services, 'Kartendienst', 'Kartendienste')} (${features})` : ''}.`,
    retain: (portal, count) => `${portal} behält ${items(count)}, die es empfangen hat, als eigene.`,
    nothing: (portal) => `${portal} hat nichts empfangen und verliert nichts.`,
    unknown: (portal, policy) => `${portal} lässt sich von hier aus nicht zählen: Es ${policy}.`,
  },

  collaborations: {
    none: 'Noch keine Zusammenarbeit',
    noneDetail: 'Legen Sie eine an und fügen Sie ein anderes Portal hinzu.',
    create: 'Neue Zusammenarbeit',
    createDetail: 'Dieses Portal ist ihr Gastgeber: Es legt die Arbeitsbereiche an und steuert den Zugriff darauf.',
    add: (portal) => `${portal} hinzufügen`,
    addDetail: 'Es nimmt teil und sendet und empfängt, sobald es eine Gruppe verknüpft hat.',
    added: (portal) => `${portal} nimmt an der Zusammenarbeit teil`,
    edit: 'Zusammenarbeit bearbeiten',
    menu: (name) => `Mehr zu ${name}`,
    host: 'Gastgeber',
    guest: 'Gast',
    policy: 'Nicht mehr geteilte Elemente',
    policies: { remove: 'löscht, was es empfangen hat', retain: 'behält als eigene Elemente, was es empfangen hat' },
    policyOf: (policy) =>
      policy === 'remove'
        ? 'löscht, was nicht mehr mit ihm geteilt ist'
        : 'behält als eigene Elemente, was nicht mehr mit ihm geteilt ist',
    policyChoices: { remove: 'werden hier gelöscht', retain: 'bleiben hier' },
    policyChanged: 'Die Regel für empfangene Elemente wurde geändert',
    remove: 'Zusammenarbeit löschen',
    removeTitle: (name) => `„${name}“ löschen?`,
    removeGo: (workspaces, count) =>
      `Mit ${n(workspaces, 'Arbeitsbereich', 'Arbeitsbereichen')} und ${n(count, 'Element', 'Elementen')} löschen`,
    removeLoss: (workspaces, guests) =>
      `Löscht diese Arbeitsbereiche: ${workspaces}. Gäste, die nicht mehr teilnehmen: ${guests}. Das lässt sich nicht rückgängig machen.`,
    removeParticipant: 'Teilnahme beenden',
    removeParticipantTitle: (name) => `Die Teilnahme von ${name} beenden?`,
    removeParticipantLoss: (workspaces) =>
      `Arbeitsbereiche, in denen es nicht mehr sendet oder empfängt: ${workspaces}.`,
  },

  workspaces: {
    title: (count) => n(count, 'Arbeitsbereich', 'Arbeitsbereiche'),
    one: (name) => `Arbeitsbereich ${name}`,
    add: 'Neuer Arbeitsbereich',
    addDetail: 'Jeder Teilnehmer verknüpft eine seiner Gruppen damit.',
    none: 'Der Gastgeber hat noch keinen Arbeitsbereich angelegt.',
    noneHost: 'Legen Sie einen Arbeitsbereich an: Er teilt die Elemente der Gruppen, die mit ihm verknüpft sind.',
    limit: (megabytes) => `Elemente bis ${megabytes} MB.`,
    lastSync: (moment) => `Zuletzt synchronisiert ${moment}.`,
    neverSynced: 'Noch nicht synchronisiert.',
    menu: (name) => `Mehr zum Arbeitsbereich ${name}`,
    edit: 'Arbeitsbereich bearbeiten',
    accessOf: (name) => `Zugriff von ${name}`,
    accessChanged: (name) => `Der Zugriff von ${name} wurde geändert`,
    mayStart: 'darf Synchronisierungen starten',
    remove: 'Arbeitsbereich löschen',
    removeTitle: (name) => `Den Arbeitsbereich „${name}“ löschen?`,
    removeGo: (count) => (count ? `Arbeitsbereich und ${items(count)} löschen` : 'Arbeitsbereich löschen'),
    removed: (name) => `Der Arbeitsbereich „${name}“ wurde gelöscht`,
    removeLoss: (participants) =>
      `${n(participants, 'Teilnehmer tauscht', 'Teilnehmer tauschen')} keine Elemente mehr aus. Das lässt sich nicht rückgängig machen.`,
    removeHistory: (syncs) =>
      syncs
        ? `Löscht auch seinen Verlauf: ${n(syncs, 'Synchronisierung', 'Synchronisierungen')}.`
        : 'Er wurde nie synchronisiert.',
    removeRunning: 'Eine Synchronisierung läuft und wird sofort abgebrochen.',
  },

  links: {
    linked: (group, count) => `Teilt ${items(count)} der Gruppe „${group}“.`,
    none: 'Keine Gruppe ist verknüpft: Nichts wird gesendet oder empfangen.',
    copies: 'Kartendienste werden kopiert.',
    refers: 'Auf Kartendienste wird verwiesen.',
    link: 'Gruppe verknüpfen',
    change: 'Ändern',
    remove: 'Trennen',
    title: (workspace) => `Gruppe in ${workspace}`,
    removeTitle: (group) => `„${group}“ trennen?`,
    removeLoss: (count) =>
      `${items(count)} werden in diesem Arbeitsbereich nicht mehr geteilt; bei der nächsten Synchronisierung löschen oder behalten die anderen Portale, was sie empfangen haben, wie jedes es entschieden hat.`,
  },

  statuses: {
    submitted: 'Wartet',
    in_progress: 'Läuft',
    completed: 'Fertig',
    completed_with_failures: 'Fertig mit Fehlern',
    failed: 'Fehlgeschlagen',
  },

  sync: {
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
    title: 'Zeitplan',
    detail:
      'Er läuft, solange diese App in einem Tab des Browsers offen ist; Versäumtes wird beim nächsten Besuch nachgeholt.',
    on: (hours, moment) => `Läuft ${hours === 1 ? 'jede Stunde' : `alle ${hours} Stunden`}, das nächste Mal ${moment}.`,
    off: 'Läuft nur, wenn von Hand gestartet.',
    runs: (runs, most) => (most < 0 ? `bisher ${n(runs, 'Lauf', 'Läufe')}` : `${runs} von ${most} Läufen`),
    make: 'Zeitplan anlegen',
    change: 'Ändern',
    end: 'Beenden',
    ended: 'Der Zeitplan ist beendet',
  },

  groups: {
    title: 'Gruppen',
    create: 'Neue Gruppe',
    none: 'Noch keine Gruppe',
    noneDetail: 'Elemente werden mit Gruppen geteilt; ein Arbeitsbereich sendet, was in einer Gruppe ist.',
    items,
    editOf: (title) => `Die Gruppe ${title} bearbeiten`,
    removeOf: (title) => `Die Gruppe ${title} löschen`,
    removeTitle: (title) => `Die Gruppe „${title}“ löschen?`,
    removeGo: 'Gruppe löschen',
    removeLoss: (count) => `${items(count)} verlieren diese Gruppe und bleiben im Portal.`,
  },

  items: {
    title: (count) => `Elemente · ${count}`,
    add: 'Element hinzufügen',
    none: 'Noch kein Element',
    noneDetail: 'Publizieren Sie eine Karte, oder fügen Sie eine Datei, einen Text oder einen Verweis hinzu.',
    mapService: 'Kartendienst',
    file: 'Datei',
    reference: 'Verweis',
    from: (portal) => `empfangen von ${portal}`,
    asReference: 'als Verweis',
    menu: (title) => `Mehr zu ${title}`,
    editOf: (title) => `${title} bearbeiten`,
    share: 'Mit Gruppen teilen',
    shareTitle: (title) => `„${title}“ teilen`,
    shareDetail:
      'Was in einer Gruppe ist, die mit einem Arbeitsbereich verknüpft ist, geht an seine anderen Teilnehmer.',
    resources: 'Dateien des Elements',
    resourcesOf: (title) => `Dateien von „${title}“`,
    noResources: 'Zu diesem Element gehören keine Dateien.',
    addResource: 'Datei hinzufügen',
    removeOneResource: '1 Datei entfernen',
    open: 'Seite des Dienstes öffnen',
    download: 'Herunterladen',
    removeTitle: (title) => `„${title}“ löschen?`,
    removeGo: 'Element löschen',
    removeLoss: (bytes, files, groups) =>
      `Seine Daten von ${bytes} und ${n(files, 'Datei', 'Dateien')} werden gelöscht; ${n(groups, 'Gruppe verliert', 'Gruppen verlieren')} es.`,
    removeServiceLoss: (features, groups) =>
      `Der Kartendienst (${features}) wird gelöscht; ${n(groups, 'Gruppe verliert', 'Gruppen verlieren')} ihn.`,
    removeReceived:
      'Es wurde von einem anderen Portal empfangen: Solange es geteilt ist, fügt die nächste Synchronisierung es wieder hinzu.',
  },

  services: {
    title: 'Kartendienste',
    detail:
      'Ein Dienst, der ein Token braucht, steht nur Benutzern dieses Portals offen: Programme senden das Token mit ihren Anfragen, die Seiten dieser App das ihrer Anmeldung. Ist niemand angemeldet, zeigt die Kartenseite ihn nicht.',
    none: 'Dieses Portal hat keinen Kartendienst.',
    accessOf: (name) => `Wer ${name} verwenden darf`,
    changed: (name, access) => `${name}: ${access}`,
  },

  webhooks: {
    create: 'Neuer Webhook',
    editOf: (name) => `Webhook ${name}`,
    one: (name) => `Webhook ${name}`,
    settings: 'Wie zugestellt wird',
    settingsNow: (now) =>
      `${n(now.notificationAttempts, 'Versuch', 'Versuche')}, ${now.notificationTimeOutInSeconds} s für eine Antwort, ${now.notificationElapsedTimeInSeconds} s zwischen Versuchen`,
    none: 'Noch kein Webhook',
    noneDetail: 'Ein Webhook meldet einer Adresse Ereignisse im Portal. Probieren Sie es mit dem Posteingang unten.',
    active: 'Aktiv',
    inactive: 'Deaktiviert',
    menu: (name) => `Mehr zum Webhook ${name}`,
    hears: (events) => `Ereignisse: ${events}.`,
    signed: 'Nachrichten sind signiert.',
    unsigned: 'Nachrichten sind nicht signiert.',
    failures: (count, most, days) =>
      `${n(count, 'Fehlschlag', 'Fehlschläge')}; er schaltet sich ab bei ${most} in ${n(days, 'Tag', 'Tagen')}.`,
    events: {
      '/': 'alle',
      '/items': 'Elemente',
      '/groups': 'Gruppen',
      '/users': 'Konten',
      '/services': 'Kartendienste',
      '/resources': 'Ressourcen',
      '/syncs': 'Synchronisierungen',
    },
    noEvents: 'Wählen Sie mindestens eine Art von Ereignis.',
    secretUnchanged: 'Ein Geheimnis ist gesetzt. Es wird nicht gezeigt und bleibt, wenn das Feld leer ist.',
    deactivate: 'Deaktivieren',
    deactivateTitle: (name) => `„${name}“ deaktivieren?`,
    deactivateLoss: (waiting) =>
      waiting
        ? `${n(waiting, 'wartende Zustellung wird', 'wartende Zustellungen werden')} verworfen, und bis er wieder aktiv ist, wird nichts zugestellt.`
        : 'Keine Zustellung wartet. Bis er wieder aktiv ist, wird nichts zugestellt; was inzwischen geschieht, wird nicht nachgeholt.',
    activate: 'Aktivieren',
    activated: (name) => `${name} stellt wieder zu`,
    deliveries: 'Zustellungen',
    remove: 'Webhook löschen',
    removeTitle: (name) => `„${name}“ löschen?`,
    removeLoss: (count, waiting) =>
      `Löscht seine Liste mit ${count} Zustellungen, davon ${waiting} noch wartend. Das lässt sich nicht rückgängig machen.`,
  },

  deliveries: {
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

  resources: {
    title: 'Dateiressourcen',
    add: 'Datei hochladen',
    addGo: 'Hochladen',
    added: (key) => `${key} wurde hochgeladen`,
    none: 'Noch keine Ressource',
    noneDetail: 'Logos, Stylesheets und andere kleine Dateien, die Programme unter ihrem Schlüssel lesen.',
    preview: 'Zeigen',
    previewOf: (key) => `${key} zeigen`,
    noPreview: (type, bytes) => `${type}, ${bytes}: Keine Vorschau verfügbar.`,
    download: 'Herunterladen',
    remove: 'Entfernen',
    removeOf: (key) => `${key} entfernen`,
    removeTitle: (key) => `„${key}“ entfernen?`,
    removeGo: '1 Datei entfernen',
    removeLoss: (bytes, moment) =>
      `Entfernt 1 Datei von ${bytes}, hochgeladen ${moment}. Das lässt sich nicht rückgängig machen.`,
  },

  users: {
    title: 'Benutzer',
    add: 'Neuer Benutzer',
    you: 'angemeldet',
    disabled: 'gesperrt',
    roleOf: (name) => `Rolle von ${name}`,
    roleChanged: (name, role) => `${name}: ${role}`,
    rolesDetail:
      'Mitglieder lesen, Herausgeber legen auch eigene Gruppen und Elemente an, Administratoren tun alles. Ein Administrator, der nicht gesperrt ist, bleibt immer.',
    menu: (name) => `Mehr zu ${name}`,
    enable: 'Entsperren',
    disable: 'Sperren',
    disableTitle: (name) => `${name} sperren?`,
    disableLoss: (tokens) =>
      `Das Konto kann sich nicht anmelden; ${n(tokens, 'Token ist', 'Token sind')} ungültig, solange es gesperrt ist.`,
    remove: 'Konto löschen',
    removeTitle: (name) => `${name} löschen?`,
    removeLoss: (count, groups, tokens, successor) =>
      `${items(count)} und ${n(groups, 'Gruppe', 'Gruppen')} des Kontos gehen an ${successor}; ${n(tokens, 'Token wird', 'Token werden')} widerrufen. Das lässt sich nicht rückgängig machen.`,
  },

  tokens: {
    title: 'Token',
    one: 'Token',
    detail: 'Ein Token wird nur beim Ausstellen gezeigt; das Portal speichert einen Hash davon.',
    issue: 'Token ausstellen',
    issueGo: 'Ausstellen',
    issued: 'Das neue Token',
    issuedDetail: (moment) => `Es wird nur dieses eine Mal gezeigt und gilt bis ${moment}.`,
    times: (from, to) => `ausgestellt ${from}, gültig bis ${to}`,
    thisPage: 'diese Seite',
    revoke: 'Widerrufen',
    revokeOf: (name, id) => `Das Token ${id} von ${name} widerrufen`,
    revokeTitle: (name) => `Ein Token von ${name} widerrufen?`,
    revokeLoss: (moment) => `1 Token, gültig bis ${moment}, wird ungültig: Wer es verwendet, muss sich neu anmelden.`,
    revokeOthers: (count) => `${n(count, 'anderes', 'andere')} widerrufen`,
    revokeOthersLoss: (count) =>
      `${n(count, 'Token wird', 'Token werden')} ungültig: Wer eines verwendet, muss sich neu anmelden.`,
  },
};
