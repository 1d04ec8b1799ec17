import { defineRows, paging } from './rows.ts';

const webhook = {
  name: { kind: 'string', doc: 'unique in the portal', maximumLength: 100 },
  url: {
    kind: 'string',
    doc: 'http(s) address that receives the payloads, such as {base}inbox/{name} of this app',
    maximumLength: 2048,
  },
  secret: { kind: 'password', doc: 'key of the signature that every payload carries', maximumLength: 1024 },
  config: { kind: 'json', doc: '{"deactivationPolicy":{"numberOfFailures":5,"daysInPast":5}}', maximumLength: 10000 },
  changes: {
    kind: 'string',
    doc: 'all events, or those listed; left out, what events says',
    choices: ['allChanges', 'manualChanges'],
  },
  events: {
    kind: 'names',
    doc: 'for changes=manualChanges: /items, /items/add, /services/publish, /resources, /syncs, ...',
    maximumLength: 10000,
  },
} as const;

export const webhookOperations = defineRows('webhooks', {
  webhooks: {
    doc: 'List the webhooks of a portal.',
    path: 'portals/{portalId}/webhooks',
    effect: 'read',
    allow: 'administrator',
    parameters: paging(25),
    list: { member: 'webhooks', id: 'id' },
  },
  createWebhook: {
    doc: 'Create a webhook: an address that is notified of events in the portal. It is active at once.',
    path: 'portals/{portalId}/webhooks/createWebhook',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      ...webhook,
      name: { ...webhook.name, required: true },
      url: { ...webhook.url, required: true },
      secret: { ...webhook.secret, default: '' },
    },
  },
  webhookSettings: {
    doc: 'Tell how payloads are delivered.',
    path: 'portals/{portalId}/webhooks/settings',
    effect: 'read',
    allow: 'administrator',
  },
  updateWebhookSettings: {
    doc: 'Change how payloads are delivered; what is left out stays.',
    path: 'portals/{portalId}/webhooks/settings/update',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      notificationAttempts: { kind: 'integer', doc: '0 to 5; 0 delivers nothing', minimum: 0, maximum: 5 },
      notificationTimeOutInSeconds: {
        kind: 'integer',
        doc: 'how long an answer is waited for, 0 to 60',
        minimum: 0,
        maximum: 60,
      },
      notificationElapsedTimeInSeconds: {
        kind: 'integer',
        doc: 'pause between attempts, 1 to 100',
        minimum: 1,
        maximum: 100,
      },
    },
  },
  webhook: {
    doc: 'Describe a webhook.',
    path: 'portals/{portalId}/webhooks/{webhookId}',
    effect: 'read',
    allow: 'administrator',
  },
  updateWebhook: {
    doc: 'Change a webhook. Absent parameters stay unchanged.',
    path: 'portals/{portalId}/webhooks/{webhookId}/update',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      ...webhook,
      // The secret is never shown, so an empty field can't mean both "none" and "unchanged".
      removeSecret: { kind: 'boolean', doc: 'removes the secret: payloads are no longer signed', default: false },
    },
  },
  activateWebhook: {
    doc: 'Deliver payloads again and forget the failures so far.',
    path: 'portals/{portalId}/webhooks/{webhookId}/activate',
    effect: 'write',
    allow: 'administrator',
  },
  deactivateWebhook: {
    doc: 'Deactivate a webhook: it delivers nothing, and waiting deliveries are dropped.',
    path: 'portals/{portalId}/webhooks/{webhookId}/deactivate',
    effect: 'write',
    allow: 'administrator',
  },
  deleteWebhook: {
    doc: 'Delete a webhook with its deliveries.',
    path: 'portals/{portalId}/webhooks/{webhookId}/delete',
    effect: 'write',
    allow: 'administrator',
  },
  notificationStatus: {
    doc: 'List the deliveries of a webhook with payload and response, the newest first.',
    path: 'portals/{portalId}/webhooks/{webhookId}/notificationStatus',
    effect: 'read',
    allow: 'administrator',
    parameters: paging(25),
    list: { member: 'WebhookStatus', id: 'id' },
  },
});

export const resourceOperations = defineRows('resources', {
  resources: {
    doc: 'List the file resources of a portal.',
    path: 'portals/{portalId}/resources',
    effect: 'read',
    allow: 'member',
    parameters: paging(10),
    list: { member: 'resources', id: 'key' },
  },
  resource: {
    doc: 'Read the bytes of a file resource.',
    path: 'portals/{portalId}/resources/{key+}',
    effect: 'read',
    allow: 'member',
    bytes: true,
  },
  addResource: {
    doc: 'Add a file resource, or replace the one of that key.',
    path: 'portals/{portalId}/addResource',
    effect: 'write',
    allow: 'administrator',
    parameters: {
      key: { kind: 'string', doc: 'name of the resource; may have folders', required: true, maximumLength: 400 },
      file: { kind: 'file', doc: 'the bytes' },
      text: { kind: 'text', doc: 'text in place of a file' },
      access: { kind: 'string', doc: 'kept for clients; every member may read it', default: 'org', maximumLength: 40 },
    },
  },
  removeResource: {
    doc: 'Remove a file resource. Without one of that key the answer is success false.',
    path: 'portals/{portalId}/removeResource',
    effect: 'write',
    allow: 'administrator',
    parameters: { key: { kind: 'string', doc: 'name of the resource, exactly', required: true, maximumLength: 400 } },
  },
});
