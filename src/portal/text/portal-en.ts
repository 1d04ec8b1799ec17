/** One thing by its name, several by their number. */
const n = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const items = (count: number) => n(count, 'item', 'items');

export const portalEn = {
  title: 'Portal',
  intro:
    'Portals share map services with each other. This browser has two of them, so that you can try synchronisation.',
  loading: 'Loading',
  readFailed: 'This could not be read',
  signInFailed: 'The page could not be signed in',
  noPortal: 'There is no portal on this server.',
  choosePortal: 'Portal',
  tabsLabel: 'Parts of the portal',
  tabs: {
    collaborations: 'Collaborations',
    content: 'Content',
    webhooks: 'Webhooks',
    resources: 'Resources',
    accounts: 'Accounts',
  },
  save: 'Save',
  create: 'Create',
  add: 'Add',
  edit: 'Edit',
  remove: 'Delete',
  ownedBy: (name: string) => `owned by ${name}`,
  roles: { member: 'Member', publisher: 'Publisher', administrator: 'Administrator' },

  form: {
    missing: 'Fill this in.',
    optional: (label: string) => `${label} (optional)`,
  },

  fields: {
    username: { label: 'User name' },
    password: { label: 'Password' },
    newPassword: { label: 'New password', hint: 'At least 8 characters.' },
    repeated: { label: 'New password again' },
    oldPassword: { label: 'Current password' },
    expiration: { label: 'Valid for, in minutes', hint: 'At most 20160, which is two weeks.' },
    fullName: { label: 'Name' },
    email: { label: 'E-mail' },
    role: { label: 'Role' },
    name: { label: 'Name' },
    title: { label: 'Title' },
    description: { label: 'Description' },
    tags: { label: 'Tags', hint: 'Words, separated by commas.' },
    source: { label: 'Source' },
    file: { label: 'File' },
    text: { label: 'Text' },
    fileName: { label: 'Name of the resource', hint: 'Empty: the name of the file.' },
    key: { label: 'Key', hint: 'Name of the resource, which may include folders. Empty: the name of the file.' },
    url: { label: 'Address', hint: 'An http or https address.' },
    secret: {
      label: 'Secret',
      hint: 'Signs every payload. Empty: payloads are not signed, or the stored secret stays.',
    },
    removeSecret: { label: 'Remove the secret', hint: 'Payloads are no longer signed.' },
    changes: { label: 'Trigger' },
    events: { label: 'Events' },
    numberOfFailures: { label: 'Failures before it is switched off' },
    daysInPast: { label: 'Within this number of days' },
    notificationAttempts: { label: 'Attempts per payload', hint: '0 to 5; 0 delivers nothing.' },
    notificationTimeOutInSeconds: { label: 'Seconds to wait for a response', hint: '0 to 60' },
    notificationElapsedTimeInSeconds: { label: 'Seconds between attempts', hint: '1 to 100' },
    pageSignIn: {
      label: 'Sign this page in without a password',
      hint: 'If off, everyone at this browser must enter a user name and password.',
    },
    canRunAgent: { label: 'The guest may start synchronisations' },
    accessMode: { label: 'This portal' },
    maxItemSizeInMB: { label: 'Largest item, in MB', hint: 'Larger items are referenced or left out.' },
    copyByRefIfCopyFail: { label: 'Reference items that are too large to copy' },
    portalGroupId: { label: 'Group', hint: 'Its items are sent, and received items are added to it.' },
    copyFeatureServiceData: {
      label: 'Copy map services with their data',
      hint: 'If off, the other portal gets only a reference.',
    },
    start: { label: 'First run' },
    interval: { label: 'Interval in hours' },
    repeatCount: { label: 'Number of runs', hint: '-1: no limit.' },
  } as Record<string, { label: string; hint?: string }>,

  choices: {
    member: 'Member: reads',
    publisher: 'Publisher: also adds groups and items',
    administrator: 'Administrator: everything',
    send: 'Sends',
    receive: 'Receives',
    sendAndReceive: 'Sends and receives',
    allChanges: 'All events',
    manualChanges: 'The events chosen below',
    public: 'Public',
    private: 'Needs a token',
    byFile: 'A file',
    byText: 'A text',
    byAddress: 'A reference to an address',
    now: 'Now',
    later: 'After the first interval',
  } as Record<string, string>,

  first: {
    title: 'Your first password',
    detail:
      'It was generated for the administrators of the portals in this browser and is shown until you confirm that you have noted it. This page signs in without it; other programs need it.',
    note: 'I have noted it',
    noted: 'The password is not shown again.',
  },

  account: {
    signedIn: (name: string, role: string) => `Signed in as ${name}, ${role.toLowerCase()}`,
    nobody: 'Nobody is signed in',
    until: (moment: string) => `until ${moment}`,
    menu: (portal: string) => `Account and settings of ${portal}`,
    changePassword: 'Change password',
    passwordOf: (name: string) => `Password of ${name}`,
    passwordEffect: 'All tokens of the account become invalid, except that of this page.',
    passwordChanged: (name: string) => `The password of ${name} was changed`,
    notEqual: 'The passwords do not match.',
    signIn: 'Sign in',
    signInTo: (portal: string) => `Sign in to ${portal}`,
    signInDetail: 'Only its users can see the content of a portal.',
    signPageIn: 'Without a password',
    pageNotAllowed: (portal: string) => `${portal} does not sign pages in without a password.`,
    signOut: 'Sign out',
    signedOut: (portal: string) => `Signed out of ${portal}`,
  },

  portal: {
    settings: 'Settings of the portal',
    settingsOf: (name: string) => `Settings of ${name}`,
    openHtml: 'Open as plain pages',
    openHtmlDetail: 'The same operations as forms that work without JavaScript',
    goTo: (name: string) => `Go to ${name}`,
  },

  flow: {
    sends: (from: string, to: string, workspaces: string) => `${from} sends to ${to}: ${workspaces}.`,
    nothing: 'Nobody sends anything.',
    none: 'sends nothing',
    own: ' · this portal',
  },

  loss: {
    remove: (portal: string, count: number, services: number, features: string) =>
      `${portal} loses ${items(count)} that it received${services ? `, among them ${n(services, 'map service', 'map services')} (${features})` : ''}.`,
    retain: (portal: string, count: number, _services: number, _features: string) =>
      `${portal} keeps ${items(count)} that it received as its own.`,
    nothing: (portal: string) => `${portal} has received nothing and loses nothing.`,
    unknown: (portal: string, policy: string) => `The items of ${portal} cannot be counted from here: it ${policy}.`,
  },

  collaborations: {
    none: 'No collaboration yet',
    noneDetail: 'Create one and add another portal to it.',
    create: 'New collaboration',
    createDetail: 'This portal is its host: it creates the workspaces and controls access to them.',
    add: (portal: string) => `Add ${portal}`,
    addDetail: 'It takes part, and sends and receives once it has linked a group.',
    added: (portal: string) => `${portal} takes part in the collaboration`,
    edit: 'Edit the collaboration',
    menu: (name: string) => `More for ${name}`,
    host: 'Host',
    guest: 'Guest',
    policy: 'Items no longer shared',
    policies: { remove: 'removes what it has received', retain: 'keeps what it has received as its own' },
    policyOf: (policy: 'remove' | 'retain'): string =>
      policy === 'remove'
        ? 'removes what is no longer shared with it'
        : 'keeps as its own what is no longer shared with it',
    policyChoices: { remove: 'are removed here', retain: 'stay here' },
    policyChanged: 'The rule for received items was changed',
    remove: 'Delete the collaboration',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeGo: (workspaces: number, count: number) =>
      `Delete with ${n(workspaces, 'workspace', 'workspaces')} and ${items(count)}`,
    removeLoss: (workspaces: string, guests: string) =>
      `Deletes these workspaces: ${workspaces}. Guests that no longer take part: ${guests}. This cannot be undone.`,
    removeParticipant: 'End participation',
    removeParticipantTitle: (name: string) => `End the participation of ${name}?`,
    removeParticipantLoss: (workspaces: string) => `Workspaces in which it no longer sends or receives: ${workspaces}.`,
  },

  workspaces: {
    title: (count: number) => n(count, 'workspace', 'workspaces'),
    one: (name: string) => `Workspace ${name}`,
    add: 'New workspace',
    addDetail: 'Every participant links one of its groups to it.',
    none: 'The host has not created a workspace yet.',
    noneHost: 'Create a workspace: it shares the items of the groups linked to it.',
    limit: (megabytes: string) => `Items up to ${megabytes} MB.`,
    lastSync: (moment: string) => `Last synchronised ${moment}.`,
    neverSynced: 'Not synchronised yet.',
    menu: (name: string) => `More for the workspace ${name}`,
    edit: 'Edit the workspace',
    accessOf: (name: string) => `Access of ${name}`,
    accessChanged: (name: string) => `The access of ${name} was changed`,
    mayStart: 'may start synchronisations',
    remove: 'Delete the workspace',
    removeTitle: (name: string) => `Delete the workspace “${name}”?`,
    removeGo: (count: number) => (count ? `Delete the workspace and ${items(count)}` : 'Delete the workspace'),
    removed: (name: string) => `The workspace “${name}” was deleted`,
    removeLoss: (participants: number) =>
      `Its ${n(participants, 'participant', 'participants')} no longer exchange items. This cannot be undone.`,
    removeHistory: (syncs: number) =>
      syncs
        ? `Deletes its history too: ${n(syncs, 'synchronisation', 'synchronisations')}.`
        : 'It was never synchronised.',
    removeRunning: 'A synchronisation is running and stops at once.',
  },

  links: {
    linked: (group: string, count: number) => `Shares ${items(count)} of the group “${group}”.`,
    none: 'No group is linked: nothing is sent or received.',
    copies: 'Map services are copied.',
    refers: 'Map services are referenced.',
    link: 'Link a group',
    change: 'Change',
    remove: 'Unlink',
    title: (workspace: string) => `Group in ${workspace}`,
    removeTitle: (group: string) => `Unlink “${group}”?`,
    removeLoss: (count: number) =>
      `${items(count)} are no longer shared in this workspace; at the next synchronisation the other portals remove or keep what they have received, as each has decided.`,
  },

  statuses: {
    submitted: 'Waiting',
    in_progress: 'Running',
    completed: 'Done',
    completed_with_failures: 'Done with failures',
    failed: 'Failed',
  },

  sync: {
    now: 'Sync now',
    wait: 'Sync and wait',
    waitDetail: 'The response comes when the synchronisation has ended, for programs that do not poll for jobs.',
    startedBy: (names: string) => `Synchronisations of this workspace are started by ${names}.`,
    startedByNobody: 'No portal may start synchronisations of this workspace. The host decides who may.',
    busy: 'A synchronisation of this workspace is already running. Its progress is shown here.',
    running: 'Progress of the synchronisation',
    preparing: 'Comparing the portals',
    progress: (done: string, all: string) => `${done} of ${all} items`,
    ended: (status: string) => `Synchronisation: ${status}`,
    history: 'History',
    older: (count: string) => `${count} older ones`,
    kinds: { manual: 'by hand', scheduled: 'by schedule', realtime: 'by a change' },
    counts: (succeeded: number, failed: number) => `${items(succeeded)}${failed ? `, ${failed} failed` : ''}`,
    startedAs: (name: string) => `Started by ${name}.`,
    took: (duration: string) => `It took ${duration}.`,
    attempts: (count: number) => `The browser stopped the worker, so it was started ${count} times.`,
    nothingToDo: 'Everything was up to date.',
    items: 'Items of the synchronisation',
    failed: 'Failed',
    actions: { add: 'New', update: 'Changed', remove: 'Removed' },
    way: (from: string, to: string) => `${from} → ${to}`,
    byReference: 'Reference only.',
  },

  schedule: {
    title: 'Schedule',
    detail: 'It runs while this app is open in a tab of the browser; missed runs are made up at the next visit.',
    on: (hours: number, moment: string) => `Runs every ${n(hours, 'hour', 'hours')}, next ${moment}.`,
    off: 'Runs only when started by hand.',
    runs: (runs: number, most: number) => (most < 0 ? `${n(runs, 'run', 'runs')} so far` : `${runs} of ${most} runs`),
    make: 'Create a schedule',
    change: 'Change',
    end: 'End',
    ended: 'The schedule has ended',
  },

  groups: {
    title: 'Groups',
    create: 'New group',
    none: 'No group yet',
    noneDetail: 'Items are shared with groups; a workspace sends what is in a group.',
    items,
    editOf: (title: string) => `Edit the group ${title}`,
    removeOf: (title: string) => `Delete the group ${title}`,
    removeTitle: (title: string) => `Delete the group “${title}”?`,
    removeGo: 'Delete the group',
    removeLoss: (count: number) => `${items(count)} lose this group and stay in the portal.`,
  },

  items: {
    title: (count: string) => `Items · ${count}`,
    add: 'Add an item',
    none: 'No item yet',
    noneDetail: 'Publish a map, or add a file, a text or a reference.',
    mapService: 'Map service',
    file: 'File',
    reference: 'Reference',
    from: (portal: string) => `received from ${portal}`,
    asReference: 'as a reference',
    menu: (title: string) => `More for ${title}`,
    editOf: (title: string) => `Edit ${title}`,
    share: 'Share with groups',
    shareTitle: (title: string) => `Share “${title}”`,
    shareDetail: 'What is in a group linked with a workspace is sent to its other participants.',
    resources: 'Files of the item',
    resourcesOf: (title: string) => `Files of “${title}”`,
    noResources: 'No files belong to this item.',
    addResource: 'Add a file',
    removeOneResource: 'Remove 1 file',
    open: 'Open the service’s page',
    download: 'Download',
    removeTitle: (title: string) => `Delete “${title}”?`,
    removeGo: 'Delete the item',
    removeLoss: (bytes: string, files: number, groups: number) =>
      `Its data of ${bytes} and ${n(files, 'file', 'files')} are deleted; ${n(groups, 'group loses', 'groups lose')} it.`,
    removeServiceLoss: (features: string, groups: number) =>
      `The map service (${features}) is deleted; ${n(groups, 'group loses', 'groups lose')} it.`,
    removeReceived: 'It was received from another portal: while it is shared, the next synchronisation adds it again.',
  },

  services: {
    title: 'Map services',
    detail:
      'A service that needs a token is available to users of this portal only: programs send the token with their requests, and the pages of this app use the one of their sign-in. The map page does not list it when you are signed out.',
    none: 'This portal has no map service.',
    accessOf: (name: string) => `Who may use ${name}`,
    changed: (name: string, access: string) => `${name}: ${access}`,
  },

  webhooks: {
    create: 'New webhook',
    editOf: (name: string) => `Webhook ${name}`,
    one: (name: string) => `Webhook ${name}`,
    settings: 'How payloads are delivered',
    settingsNow: (now: {
      notificationAttempts: number;
      notificationTimeOutInSeconds: number;
      notificationElapsedTimeInSeconds: number;
    }) =>
      `${n(now.notificationAttempts, 'attempt', 'attempts')}, ${now.notificationTimeOutInSeconds} s for a response, ${now.notificationElapsedTimeInSeconds} s between attempts`,
    none: 'No webhook yet',
    noneDetail: 'A webhook notifies an address of events in the portal. Try it with the inbox below.',
    active: 'Active',
    inactive: 'Deactivated',
    menu: (name: string) => `More for the webhook ${name}`,
    hears: (events: string) => `Events: ${events}.`,
    signed: 'Payloads are signed.',
    unsigned: 'Payloads are not signed.',
    failures: (count: number, most: number, days: number) =>
      `${n(count, 'failure', 'failures')}; it is switched off at ${most} within ${n(days, 'day', 'days')}.`,
    events: {
      '/': 'all',
      '/items': 'items',
      '/groups': 'groups',
      '/users': 'accounts',
      '/services': 'map services',
      '/resources': 'resources',
      '/syncs': 'synchronisations',
    } as Record<string, string>,
    noEvents: 'Choose at least one kind of event.',
    secretUnchanged: 'A secret is set. It is not shown, and stays if the field is empty.',
    deactivate: 'Deactivate',
    deactivateTitle: (name: string) => `Deactivate “${name}”?`,
    deactivateLoss: (waiting: number) =>
      waiting
        ? `${n(waiting, 'waiting delivery is', 'waiting deliveries are')} dropped, and nothing is delivered until it is activated.`
        : 'No deliveries are waiting. Nothing is delivered until it is activated; events in the meantime are not delivered later.',
    activate: 'Activate',
    activated: (name: string) => `${name} delivers again`,
    deliveries: 'Deliveries',
    remove: 'Delete the webhook',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeLoss: (count: string, waiting: number) =>
      `Deletes its record of ${count} deliveries, ${waiting} of them still waiting. This cannot be undone.`,
  },

  deliveries: {
    none: 'Nothing was delivered yet. Add a resource or an item, then check again.',
    count: (shown: number, total: number) =>
      shown < total ? `The newest ${shown} of ${total}` : n(total, 'delivery', 'deliveries'),
    states: { queued: 'Waiting', delivered: 'Delivered', failed: 'Failed', dropped: 'Dropped' },
    answered: (status: number) => `HTTP ${status}`,
    noAnswer: 'no response',
    payload: 'Payload',
    notSent: 'It was not sent.',
    attempts: (count: number) => n(count, 'attempt', 'attempts'),
    emptyAnswer: '(empty)',
    next: (moment: string) => `Next attempt ${moment}`,
  },

  inbox: {
    title: 'Inbox',
    detail: 'Receives payloads without a network. Append ?status=500 to the address to make it respond with an error.',
    name: 'Name of the inbox',
    badName: '1 to 64 letters, digits, _ . or -',
    address: 'Address for a webhook',
    none: 'Nothing has arrived. This list refreshes every two seconds.',
    count: (count: number) => n(count, 'message', 'messages'),
    headers: 'Headers',
  },

  resources: {
    title: 'File resources',
    add: 'Upload a file',
    addGo: 'Upload',
    added: (key: string) => `${key} was uploaded`,
    none: 'No resource yet',
    noneDetail: 'Logos, style sheets and other small files that programs read by their key.',
    preview: 'Show',
    previewOf: (key: string) => `Show ${key}`,
    noPreview: (type: string, bytes: string) => `${type}, ${bytes}: no preview is available.`,
    download: 'Download',
    remove: 'Remove',
    removeOf: (key: string) => `Remove ${key}`,
    removeTitle: (key: string) => `Remove “${key}”?`,
    removeGo: 'Remove 1 file',
    removeLoss: (bytes: string, moment: string) =>
      `Removes 1 file of ${bytes}, uploaded ${moment}. This cannot be undone.`,
  },

  users: {
    title: 'Users',
    add: 'New user',
    you: 'you',
    disabled: 'disabled',
    roleOf: (name: string) => `Role of ${name}`,
    roleChanged: (name: string, role: string) => `${name}: ${role}`,
    rolesDetail:
      'Members read, publishers also add groups and items of their own, administrators do everything. One enabled administrator always remains.',
    menu: (name: string) => `More for ${name}`,
    enable: 'Enable',
    disable: 'Disable',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableLoss: (tokens: number) =>
      `The account cannot sign in; ${n(tokens, 'token is', 'tokens are')} invalid while it is disabled.`,
    remove: 'Delete the account',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeLoss: (count: number, groups: number, tokens: number, successor: string) =>
      `${items(count)} and ${n(groups, 'group', 'groups')} of the account go to ${successor}; ${n(tokens, 'token is', 'tokens are')} revoked. This cannot be undone.`,
  },

  tokens: {
    title: 'Tokens',
    one: 'Token',
    detail: 'A token is shown once, when it is issued; the portal stores a hash of it.',
    issue: 'Issue a token',
    issueGo: 'Issue',
    issued: 'The new token',
    issuedDetail: (moment: string) => `It is shown this once and is valid until ${moment}.`,
    times: (from: string, to: string) => `issued ${from}, valid until ${to}`,
    thisPage: 'this page',
    revoke: 'Revoke',
    revokeOf: (name: string, id: string) => `Revoke the token ${id} of ${name}`,
    revokeTitle: (name: string) => `Revoke a token of ${name}?`,
    revokeLoss: (moment: string) =>
      `1 token, valid until ${moment}, becomes invalid: anyone using it must sign in again.`,
    revokeOthers: (count: number) => `Revoke ${n(count, 'other', 'others')}`,
    revokeOthersLoss: (count: number) =>
      `${n(count, 'token becomes', 'tokens become')} invalid: anyone using one must sign in again.`,
  },
};

export type PortalText = typeof portalEn;
