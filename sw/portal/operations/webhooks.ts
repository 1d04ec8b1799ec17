import { badValue, Fault, wrongValue } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { makeResultPage, type PortalHandler, principalUsername } from '../call.ts';
import { change } from '../change.ts';
import { dropQueued } from '../deliver.ts';
import { readReceiver } from '../inbox.ts';
import type { DeliveryRecord, WebhookRecord } from '../schema/portal-records.ts';
import { missingFault, type PortalReading, type PortalTransaction } from '../store/portal-store.ts';

const defaultPolicy = { numberOfFailures: 5, daysInPast: 5 };

export const webhooks = (async ({ context, scope, values }) => {
  const rows = await context.store.portal.read((transaction) =>
    transaction.objectStore('webhooks').index('portal').getAll(scope.portal.id),
  );
  const sorted = rows.toSorted((a, b) => a.created - b.created || a.name.localeCompare(b.name));
  return makeResultPage('webhooks', sorted, values, shown);
}) satisfies PortalHandler<'webhooks'>;

export const webhook = (async ({ context, scope, path }) =>
  shown(
    await context.store.portal.read((transaction) => webhookIn(transaction, scope.portal.id, path.webhookId)),
  )) satisfies PortalHandler<'webhook'>;

export const createWebhook = (async (call) => {
  const { context, scope, values } = call;
  const { name, secret } = values;
  const payloadUrl = readReceiver(context, values.url).href;
  const config = readConfig(values.config);
  const events = readEvents(values.changes ?? (values.events ? 'manualChanges' : 'allChanges'), values.events);
  return change(call, async (transaction) => {
    await requireFreeName(transaction, scope.portal.id, name);
    const created = context.now();
    const row: WebhookRecord = {
      id: context.newId(),
      portalId: scope.portal.id,
      name,
      payloadUrl,
      secret,
      isActive: true,
      deactivationPolicy: config?.deactivationPolicy ?? defaultPolicy,
      properties: config?.properties ?? null,
      events,
      ownerId: principalUsername(call.principal),
      created,
      modified: created,
      failures: [],
    };
    await transaction.objectStore('webhooks').put(row);
    return { success: true, webhookId: row.id };
  });
}) satisfies PortalHandler<'createWebhook'>;

export const updateWebhook = (async (call) => {
  const { context, values } = call;
  const payloadUrl = values.url === undefined ? undefined : readReceiver(context, values.url).href;
  const config = readConfig(values.config);
  const events =
    values.changes === undefined && values.events === undefined
      ? undefined
      : readEvents(values.changes ?? 'manualChanges', values.events);
  if (values.removeSecret && values.secret !== undefined)
    throw wrongValue('bad-value', "'removeSecret'", 'false together with a secret', 'true');
  return change(call, async (transaction) => {
    const row = await webhookIn(transaction, call.scope.portal.id, call.path.webhookId);
    const { name = row.name, secret = values.removeSecret ? '' : row.secret } = values;
    if (name !== row.name) await requireFreeName(transaction, row.portalId, name);
    await transaction.objectStore('webhooks').put({
      ...row,
      name,
      secret,
      payloadUrl: payloadUrl ?? row.payloadUrl,
      deactivationPolicy: config?.deactivationPolicy ?? row.deactivationPolicy,
      properties: config?.properties ?? row.properties,
      events: events ?? row.events,
      modified: context.now(),
    });
    return { success: true };
  });
}) satisfies PortalHandler<'updateWebhook'>;

export const activateWebhook = ((call) =>
  change(call, async (transaction) => {
    const row = await webhookIn(transaction, call.scope.portal.id, call.path.webhookId);
    const modified = row.isActive ? row.modified : call.context.now();
    await transaction.objectStore('webhooks').put({ ...row, isActive: true, failures: [], modified });
    return { success: true };
  })) satisfies PortalHandler<'activateWebhook'>;

export const deactivateWebhook = ((call) =>
  change(call, async (transaction) => {
    const row = await webhookIn(transaction, call.scope.portal.id, call.path.webhookId);
    if (row.isActive) {
      await transaction.objectStore('webhooks').put({ ...row, isActive: false, modified: call.context.now() });
    }
    await dropQueued(transaction, row.id);
    return { success: true };
  })) satisfies PortalHandler<'deactivateWebhook'>;

export const deleteWebhook = ((call) =>
  change(call, async (transaction) => {
    const row = await webhookIn(transaction, call.scope.portal.id, call.path.webhookId);
    const deliveries = transaction.objectStore('deliveries');
    const keys = await deliveries.index('webhook').getAllKeys(keysStartingWith([row.id]));
    await Promise.all([
      transaction.objectStore('webhooks').delete(row.id),
      ...keys.map((key) => deliveries.delete(key)),
    ]);
    return { success: true };
  })) satisfies PortalHandler<'deleteWebhook'>;

export const webhookSettings = (async ({ scope }) => ({
  ...scope.portal.webhookSettings,
})) satisfies PortalHandler<'webhookSettings'>;

export const updateWebhookSettings = ((call) =>
  change(call, async (transaction) => {
    const row = (await transaction.objectStore('portals').get(call.scope.portal.id)) ?? call.scope.portal;
    const webhookSettings = { ...row.webhookSettings, ...call.values };
    await transaction.objectStore('portals').put({ ...row, webhookSettings });
    return { success: true };
  })) satisfies PortalHandler<'updateWebhookSettings'>;

export const notificationStatus = (async ({ context, scope, path, values }) => {
  const rows = await context.store.portal.read(async (transaction) => {
    const row = await webhookIn(transaction, scope.portal.id, path.webhookId);
    return transaction
      .objectStore('deliveries')
      .index('webhook')
      .getAll(keysStartingWith([row.id]));
  });
  return makeResultPage('WebhookStatus', rows.reverse(), values, toDeliveryView);
}) satisfies PortalHandler<'notificationStatus'>;

function toDeliveryView({ id, state, event, created, due, payload, attempts }: DeliveryRecord) {
  const last = attempts.at(-1);
  return {
    id,
    status: state,
    triggerTime: created,
    nextAttempt: state === 'queued' ? (due ?? -1) : -1,
    event,
    payload,
    responseCode: last?.status ?? -1,
    response: last?.response ?? '',
    attempts,
  };
}

/** Return a webhook without its secret, which only the user who set it knows. */
function shown(row: WebhookRecord) {
  const { id, portalId, name, payloadUrl, secret, isActive, deactivationPolicy, properties, failures } = row;
  const { events, ownerId, created, modified } = row;
  return {
    id,
    accountId: portalId,
    name,
    payloadUrl,
    secret: secret ? '********' : '',
    isActive,
    config: { deactivationPolicy, properties: properties ?? undefined },
    events,
    ownerId,
    created,
    modified,
    numberOfFailures: failures.length,
  };
}

async function webhookIn(
  transaction: PortalReading | PortalTransaction,
  portalId: string,
  id: string,
): Promise<WebhookRecord> {
  const row = await (transaction as PortalReading).objectStore('webhooks').get(id);
  if (row?.portalId !== portalId) throw missingFault('Webhook', id);
  return row;
}

async function requireFreeName(transaction: PortalTransaction, portalId: string, name: string): Promise<void> {
  const rows = await transaction.objectStore('webhooks').index('portal').getAll(portalId);
  if (rows.some((row) => row.name === name))
    throw new Fault('conflict', `Webhook "${name}" already exists. Choose another name.`);
}

interface Config {
  readonly deactivationPolicy: WebhookRecord['deactivationPolicy'] | undefined;
  readonly properties: unknown;
}

function readConfig(value: unknown): Config | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badValue("'config'", 'a JSON object', value);
  }
  const { deactivationPolicy: policy, properties } = value as Record<string, unknown>;
  if (policy === undefined) return { deactivationPolicy: undefined, properties };
  const { numberOfFailures, daysInPast } = (policy ?? {}) as Record<string, unknown>;
  if (!isCount(numberOfFailures) || !isCount(daysInPast)) {
    const expected = 'numberOfFailures and daysInPast as whole numbers from 1 to 1000';
    throw badValue(`'config.deactivationPolicy'`, expected, policy);
  }
  return { deactivationPolicy: { numberOfFailures, daysInPast }, properties };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1000;

/**
 * Return the events of a subscription.
 *
 * @throws {Fault} `missing-element` for manualChanges without events, `bad-value` for an invalid path
 */
function readEvents(changes: 'allChanges' | 'manualChanges', events: readonly string[] | undefined): string[] {
  if (changes === 'allChanges') return ['/'];
  if (!events?.length) throw new Fault('missing-element', "'events' is required when 'changes' is manualChanges.");
  for (const event of events) {
    if (!/^\/(items|groups|users|services|resources|syncs|roles)?(\/[^\s]{1,400})?$/.test(event)) {
      throw badValue(`'events'`, 'a path such as /items/add', event);
    }
  }
  return [...new Set(events)];
}
