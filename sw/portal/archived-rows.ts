import {
  type Check,
  isBoolean,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isNumber,
  isOneOf,
  isShape,
  isString,
  refuse,
} from '../service/checks/check.ts';
import { maxPasswordIterations } from './password.ts';
import type { PortalRecord, WebhookRecord } from './schema/portal-records.ts';
import type { PortalSchema } from './schema/portal-schema.ts';

const isBlob: Check = (value, path) => {
  if (!(value instanceof Blob)) refuse(path, 'a file', value);
};
const isCount = isInteger(0);
const isBase64 = isMatch(/^[A-Za-z0-9+/]{0,200}={0,2}$/, 'base64');
const isWebAddress = isMatch(/^https?:\/\/[^/]/i, 'an http or https address');
const made = { created: isNumber, modified: isNumber };
const isAccess = isOneOf('public', 'private');
const isStatus = isOneOf('submitted', 'in_progress', 'completed', 'completed_with_failures', 'failed');

/** What the rows of each store of the portal have to be where they come from a file. */
export const portalRowChecks: Readonly<Record<Exclude<keyof PortalSchema, number | symbol>, Check | undefined>> = {
  // What passes or belongs to one browser is in no file.
  tokens: undefined,
  leases: undefined,
  answers: undefined,
  inbox: undefined,
  portals: isShape({
    id: isString,
    name: isString,
    description: isString,
    ...made,
    folder: isString,
    isDefault: isBoolean,
    pageSignIn: isBoolean,
    webhookSettings: isShape({
      notificationAttempts: isInteger(0, 5),
      notificationTimeOutInSeconds: isNotBelow(0),
      notificationElapsedTimeInSeconds: isNotBelow(0),
    }),
  }),
  users: isShape({
    portalId: isString,
    username: isMatch(/^[\w.@-]{1,128}$/, 'a user name'),
    fullName: isString,
    email: isString,
    role: isOneOf('member', 'publisher', 'administrator'),
    disabled: isBoolean,
    password: isShape({ salt: isBase64, hash: isBase64, iterations: isInteger(1, maxPasswordIterations) }),
    ...made,
  }),
  groups: isShape({
    portalId: isString,
    id: isString,
    title: isString,
    description: isString,
    owner: isString,
    ...made,
  }),
  items: isShape({
    portalId: isString,
    id: isString,
    type: isOneOf('Map Service', 'File'),
    title: isString,
    description: isString,
    tags: isListOf(isString),
    owner: isString,
    ...made,
    revision: isCount,
    groups: isListOf(isString),
    url: isMatch(/^$|^https?:\/\/[^/]/i, 'an http or https address, or nothing'),
    'serviceKey?': isString,
    'origin?': isShape({ portalId: isString, viaPortalId: isString, workspaceId: isString, fingerprint: isString }),
  }),
  itemFiles: isShape({
    portalId: isString,
    itemId: isString,
    name: isString,
    fileName: isString,
    type: isString,
    blob: isBlob,
    created: isNumber,
  }),
  resources: isShape({
    portalId: isString,
    key: isString,
    owner: isString,
    access: isString,
    type: isString,
    created: isNumber,
    blob: isBlob,
  }),
  serviceSettings: isShape({ key: isString, portalId: isString, itemId: isString, access: isAccess }),
  collaborations: isShape({
    id: isString,
    name: isString,
    description: isString,
    collaborationHostPortalId: isString,
    ownerUsername: isString,
    ...made,
  }),
  participants: isShape({
    collaborationId: isString,
    portalId: isString,
    name: isString,
    collaborationRole: isOneOf('Host', 'Guest'),
    status: isOneOf('active'),
    canRunAgent: isBoolean,
    itemDeletePolicy: isOneOf('remove', 'retain'),
    ...made,
  }),
  workspaces: isShape({
    id: isString,
    collaborationId: isString,
    name: isString,
    description: isString,
    config: isShape({
      maxItemSizeInMB: isNotBelow(0),
      maxReplicationPackageSizeInMB: isNotBelow(0),
      copyByRefIfCopyFail: isBoolean,
      bidirectionalSyncCapable: isBoolean,
    }),
    ...made,
    lastSyncSuccess: isNumber,
    participantGroupLinks: isListOf(
      isShape({
        portalId: isString,
        portalGroupId: isString,
        accessMode: isOneOf('send', 'receive', 'sendAndReceive'),
        canSyncWorkspace: isBoolean,
        config: isShape({
          enableRealtimeSync: isBoolean,
          copyFeatureServiceData: isBoolean,
          enableFeatureServiceBidirectionalSync: isBoolean,
        }),
      }),
    ),
  }),
  schedules: isShape({
    workspaceId: isString,
    portalId: isString,
    startTime: isNumber,
    intervalHours: isNotBelow(0),
    repeatCount: isInteger(-1),
    runs: isCount,
    nextRun: isNumber,
  }),
  syncJobs: isShape({
    id: isString,
    key: isString,
    workspaceId: isString,
    collaborationId: isString,
    portalId: isString,
    username: isString,
    execType: isOneOf('manual', 'scheduled', 'realtime'),
    requestKey: isString,
    status: isStatus,
    startTime: isNumber,
    endTime: isNumber,
    modified: isNumber,
    summary: isString,
    attempts: isCount,
    tasks: isListOf(isShape({ id: isString, peerPortalId: isString, name: isString, status: isStatus })),
    results: isListOf(isShape({ peerPortalId: isString, itemId: isString, title: isString, reason: isString })),
  }),
  webhooks: isShape({
    id: isString,
    portalId: isString,
    name: isString,
    payloadUrl: isWebAddress,
    secret: isString,
    isActive: isBoolean,
    deactivationPolicy: isShape({ numberOfFailures: isNotBelow(0), daysInPast: isNotBelow(0) }),
    events: isListOf(isString),
    ownerId: isString,
    ...made,
    failures: isListOf(isNumber),
  }),
  deliveries: isShape({
    id: isString,
    portalId: isString,
    webhookId: isString,
    state: isOneOf('queued', 'delivered', 'failed', 'dropped'),
    event: isShape({ username: isString, userId: isString, when: isNumber, operation: isString, source: isString }),
    created: isNumber,
    'due?': isNumber,
    payload: isString,
    attempts: isListOf(isShape({ when: isNumber, status: isCount, response: isString })),
  }),
};

/** A row without what signs or signs in; a file may be given to others. */
export function withoutSecrets(store: string, row: unknown): unknown {
  return store === 'webhooks' ? { ...(row as WebhookRecord), secret: '' } : row;
}

/**
 * Make of a row of a file what is stored here: sign-in settings stay as they are here, a web hook that is here keeps its
 * secret, and one that isn't sends nothing until a person activates it.
 */
export function portalRowHere(
  store: string,
  row: unknown,
  here: { readonly portals: readonly PortalRecord[]; readonly webhooks: readonly WebhookRecord[] },
): unknown {
  if (store === 'portals') {
    const pageSignIn = here.portals.find(({ isDefault }) => isDefault)?.pageSignIn ?? true;
    return { ...(row as PortalRecord), pageSignIn };
  }
  if (store !== 'webhooks') return row;
  const { id, payloadUrl } = row as WebhookRecord;
  const known = here.webhooks.find((hook) => hook.id === id && hook.payloadUrl === payloadUrl);
  return { ...(row as WebhookRecord), secret: known?.secret ?? '', isActive: known?.isActive ?? false };
}
