import type { PortalOperationName } from '../../../sw/portal/contract/index.ts';
import { byHost } from '../../text/by-host.ts';
import { texts } from '../../text/text.ts';

/** Write "1" with the singular, other numbers with the plural. */
const n = (count: number, singular: string, plural: string): string =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;
const items = (count: number) => n(count, 'item', 'items');
/** Return the strings for a list: its title, and what to show if it is empty. */
const list = (title: string, none = '', noneDetail = '', detail = '') => ({ title, none, noneDetail, detail });

/** Convert a name in code to words, such as createGroup to "Create group". */
const humanizeName = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Labels of operations and parameters that differ from their name in the contract. */
const operations: { readonly [O in PortalOperationName]?: string } = {
  generatePortalToken: 'Issue a token',
  itemData: 'Show',
  itemResource: 'Show',
  resource: 'Show',
  updatePortalGroupLink: 'Link a group',
  removePortalGroupLink: 'Unlink the group',
};
const operation = (name: PortalOperationName): string => operations[name] ?? humanizeName(name);
const labels: Readonly<Record<string, string>> = {
  username: 'User name',
  repeated: 'New password again',
  expiration: 'Valid for, in minutes',
  fullName: 'Name',
  email: 'E-mail',
  url: 'Address',
  changes: 'Trigger',
  numberOfFailures: 'Failures before it is switched off',
  daysInPast: 'Within this number of days',
  notificationAttempts: 'Attempts per payload',
  notificationTimeOutInSeconds: 'Seconds to wait for a response',
  notificationElapsedTimeInSeconds: 'Seconds between attempts',
  pageSignIn: 'Sign this page in without a password',
  canRunAgent: 'The guest may start synchronisations',
  canSyncWorkspace: 'May start synchronisations',
  accessMode: 'Direction',
  guestPortalId: 'Portal',
  policy: 'Items no longer shared with this portal',
  maxItemSizeInMB: 'Largest item, in MB',
  copyByRefIfCopyFail: 'Reference items that are too large to copy',
  portalGroupId: 'Group',
  copyFeatureServiceData: 'Copy map services with their data',
  startTime: 'First run, or empty for now',
  repeatCount: 'Number of runs',
};

export const portalEn = {
  title: 'Portal',
  intro: `Portals share map services with each other. This ${byHost('browser', 'server')} has two of them, so that you can try synchronisation.`,
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
  roles: { member: 'Member', publisher: 'Publisher', administrator: 'Administrator' },
  operation,
  /** The label of a field, and its help: the documentation of the parameter. */
  label: (name: string): string => labels[name] ?? humanizeName(name),
  hint: (_name: string, doc: string): string => doc.charAt(0).toUpperCase() + doc.slice(1),

  /** Notes above the fields of a form. */
  notes: {
    changePassword: 'All tokens of the account become invalid, except that of this page.',
    createCollaboration: 'This portal is its host: it creates the workspaces and controls access to them.',
    addParticipant: 'It takes part, and sends and receives once it has linked a group.',
    addWorkspace: 'Every participant links one of its groups to it.',
    shareItem: 'What is in a group linked with a workspace is sent to its other participants.',
    addItem: 'Its data is a file, a text, or what is at an address.',
    updateSchedule: byHost(
      'It runs while this app is open in a tab of the browser; missed runs are made up at the next visit.',
      'It runs while the server does; missed runs are made up at its next start.',
    ),
  } as { readonly [O in PortalOperationName]?: string },

  form: {
    optional: (label: string) => `${label} (optional)`,
    title: (of: PortalOperationName, name: string) => (name ? `${operation(of)}: ${name}` : operation(of)),
    submit: (of: PortalOperationName) => (/^update/.test(of) ? 'Save' : /^create/.test(of) ? 'Create' : operation(of)),
    done: (of: PortalOperationName, name: string) => `${operation(of)}: ${name}, done`,
    more: (name: string) => `More for ${name}`,
    sure: 'This cannot be undone.',
    none: 'None',
    notEqual: 'The passwords do not match.',
    noEvents: 'Choose at least one kind of event.',
    token: 'Token',
    issued: (moment: string) => `It is shown this once and is valid until ${moment}.`,
    openService: 'Open the service’s page',
    download: 'Download',
    noPreview: (type: string, bytes: string) => `${type}, ${bytes}: no preview is available.`,
  },

  choices: {
    member: 'Member: reads',
    publisher: 'Publisher: also adds groups and items',
    administrator: 'Administrator: everything',
    send: 'Sends',
    receive: 'Receives',
    sendAndReceive: 'Sends and receives',
    allChanges: 'All events',
    manualChanges: 'The events chosen below',
    remove: 'Remove them',
    retain: 'Keep them as own',
    public: 'Public',
    private: 'Needs a token',
  } as Record<string, string>,

  first: {
    title: 'Your first password',
    detail: `It was generated for the administrators of the portals ${byHost('in this browser', 'on this server')} and is shown until you confirm that you have noted it. This page signs in without it; other programs need it.`,
    note: 'I have noted it',
    noted: 'The password is not shown again.',
  },

  account: {
    signedIn: (name: string, role: string) => `Signed in as ${name}, ${role.toLowerCase()}`,
    nobody: 'Not signed in',
    until: (moment: string) => `until ${moment}`,
    menu: (portal: string) => `Account and settings of ${portal}`,
    signIn: 'Sign in',
    signInTo: (portal: string) => `Sign in to ${portal}`,
    signInDetail: 'Only its users can see the content of a portal.',
    signPageIn: 'Without a password',
    pageNotAllowed: (portal: string) => `${portal} does not sign pages in without a password.`,
    signOut: 'Sign out',
    signedOut: (portal: string) => `Signed out of ${portal}`,
    openHtml: 'Open as plain pages',
    openHtmlDetail: 'The same operations as forms that work without JavaScript',
  },

  kinds: {
    collaborations: list('Collaborations', 'No collaboration yet', 'Create one and add another portal to it.'),
    participants: list('Participants'),
    workspaces: list(
      'Workspaces',
      'No workspace yet. The host creates it: it shares the items of the groups linked to it.',
    ),
    links: list('Who sends and receives'),
    items: list('Items', 'No item yet', 'Publish a map, or add a file, a text or a reference.'),
    files: list('Files', 'No files belong to this item.'),
    groups: list('Groups', 'No group yet', 'Items are shared with groups; a workspace sends what is in a group.'),
    services: list(
      'Map services',
      'No map service',
      'What is published is listed here.',
      'A service that needs a token is available to users of this portal only: programs send the token with their requests, and the pages of this app use the one of their sign-in. The map page does not list it when you are signed out.',
    ),
    webhooks: list(
      'Webhooks',
      'No webhook yet',
      'A webhook notifies an address of events in the portal. Try it with the inbox below.',
    ),
    resources: list(
      'File resources',
      'No resource yet',
      'Logos, style sheets and other small files that programs read by their key.',
    ),
    users: list(
      'Users',
      '',
      '',
      'Members can read. Publishers can also add groups and items. Administrators can do everything. One enabled administrator always remains.',
    ),
    tokens: list('Tokens', '', '', 'A token is shown once, when it is issued; the portal stores a hash of it.'),
  },

  facts: {
    ownedBy: (name: string) => `owned by ${name}`,
    host: 'Host',
    guest: 'Guest',
    policy: {
      remove: 'removes what is no longer shared with it',
      retain: 'keeps as its own what is no longer shared with it',
    },
    limit: (megabytes: string) => `items up to ${megabytes} MB`,
    lastSync: (moment: string) => `last synchronised ${moment}`,
    neverSynced: 'not synchronised yet',
    mayStart: 'may start synchronisations',
    linked: (group: string) => `group “${group}”`,
    notLinked: 'no group is linked: nothing is sent or received',
    copies: 'map services are copied',
    refers: 'map services are referenced',
    mapService: 'Map service',
    file: 'File',
    reference: 'Reference',
    from: (portal: string) => `received from ${portal}`,
    asReference: 'as a reference',
    active: 'Active',
    inactive: 'Deactivated',
    events: (events: string) => `events: ${events}`,
    signed: 'payloads are signed',
    unsigned: 'payloads are not signed',
    failures: (count: number, most: number, days: number) =>
      `${n(count, 'failure', 'failures')}; it is switched off at ${most} within ${n(days, 'day', 'days')}`,
    you: 'you',
    disabled: 'disabled',
    times: (from: string, to: string) => `issued ${from}, valid until ${to}`,
    thisPage: 'this page',
  },

  events: {
    '/': 'all',
    '/items': 'items',
    '/groups': 'groups',
    '/users': 'accounts',
    '/services': 'map services',
    '/resources': 'resources',
    '/syncs': 'synchronisations',
  } as Record<string, string>,

  loss: {
    remove: (portal: string, count: number, services: number, features: string) =>
      `${portal} loses ${items(count)} that it received${services ? `, among them ${n(services, 'map service', 'map services')} (${features})` : ''}.`,
    retain: (portal: string, count: number, _services: number, _features: string) =>
      `${portal} keeps ${items(count)} that it received as its own.`,
    nothing: (portal: string) => `${portal} has received nothing and loses nothing.`,
    unknown: (portal: string, policy: 'remove' | 'retain') =>
      policy === 'remove'
        ? `The items of ${portal} cannot be counted from here: it removes what it has received.`
        : `The items of ${portal} cannot be counted from here: it keeps what it has received as its own.`,
    exchange: (participants: number) => `${n(participants, 'participant', 'participants')} no longer exchange items.`,
    history: (syncs: number) =>
      syncs
        ? `Deletes its history too: ${n(syncs, 'synchronisation', 'synchronisations')}.`
        : 'It was never synchronised.',
    running: 'A synchronisation is running and stops at once.',
    workspaces: (count: number, guests: number) =>
      `Deletes ${n(count, 'workspace', 'workspaces')}; ${n(guests, 'guest', 'guests')} no longer take part.`,
    link: (count: number) =>
      `${items(count)} are no longer shared in this workspace; at the next synchronisation the other portals remove or keep what they have received, as each has decided.`,
    item: (bytes: string, files: number, groups: number) =>
      `Its data of ${bytes} and ${n(files, 'file', 'files')} are deleted; ${n(groups, 'group loses', 'groups lose')} it.`,
    service: (features: string, groups: number) =>
      `The map service (${features}) is deleted; ${n(groups, 'group loses', 'groups lose')} it.`,
    receivedAgain: 'It was received from another portal: while it is shared, the next synchronisation adds it again.',
    group: (count: number) => `${items(count)} lose this group and stay in the portal.`,
    user: (count: number, groups: number, tokens: number, successor: string) =>
      `${items(count)} and ${n(groups, 'group', 'groups')} of the account go to ${successor}; ${n(tokens, 'token is', 'tokens are')} revoked. This cannot be undone.`,
    deactivate: (waiting: number) =>
      waiting
        ? `${n(waiting, 'waiting delivery is', 'waiting deliveries are')} dropped, and nothing is delivered until it is activated.`
        : 'No deliveries are waiting. Nothing is delivered until it is activated; events in the meantime are not delivered later.',
    webhook: (count: number, waiting: number) =>
      `Deletes its record of ${n(count, 'delivery', 'deliveries')}, ${waiting} of them still waiting. This cannot be undone.`,
    resource: (bytes: string, moment: string) =>
      `Removes 1 file of ${bytes}, uploaded ${moment}. This cannot be undone.`,
    token: (moment: string) => `1 token, valid until ${moment}, becomes invalid: anyone using it must sign in again.`,
  },

  statuses: {
    submitted: 'Waiting',
    in_progress: 'Running',
    completed: 'Done',
    completed_with_failures: 'Done with failures',
    failed: 'Failed',
  },

  sync: {
    goTo: (name: string) => `Go to ${name}`,
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
    on: (hours: number, moment: string) => `Runs every ${n(hours, 'hour', 'hours')}, next ${moment}.`,
    off: 'Runs only when started by hand.',
    runs: (runs: number, most: number) => (most < 0 ? `${n(runs, 'run', 'runs')} so far` : `${runs} of ${most} runs`),
  },

  deliveries: {
    title: 'Deliveries',
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
};

export const portalText = await texts(portalEn, () => import('./portal-de.ts'));
