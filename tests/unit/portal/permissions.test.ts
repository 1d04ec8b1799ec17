import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type PortalOperationName, portalOperations, portalRow } from '../../../sw/portal/contract/index.ts';
import { ask, portalWorld, type Who } from './portal-world.ts';

const roles = ['nobody', 'member', 'publisher', 'guest', 'host'] as const satisfies readonly Who[];
type Codes = readonly [nobody: number, member: number, publisher: number, guest: number, host: number];

/**
 * The status that each role gets. 200 means allowed, even if the target or a parameter is missing (400, 404 or 409).
 * The guest's administrator uses the guest's path, all others the host's. This repeats the rules of the contract
 * on purpose, so that an accidental change there is noticed.
 */
const table: readonly (readonly [codes: Codes, operations: string])[] = [
  // Everyone.
  [[200, 200, 200, 200, 200], 'generateToken generateServerToken generatePortalToken portals portal'],
  // Every account.
  [[499, 200, 200, 200, 200], 'revokeToken groups items item itemData itemResource services resources resource'],
  // Publishers.
  [[499, 403, 200, 200, 200], 'createGroup addItem'],
  // Administrators, and for items and accounts their owners.
  [
    [499, 403, 403, 200, 200],
    `tokens revoke updatePortal runDue users createUser updateUser deleteUser updateServiceAccess
    collaborations createCollaboration webhooks createWebhook webhookSettings
    updateWebhookSettings webhook updateWebhook activateWebhook deactivateWebhook deleteWebhook notificationStatus
    addResource removeResource changePassword updateGroup deleteGroup updateItem deleteItem shareItem unshareItem
    addItemResource removeItemResource collaboration updateItemDeletePolicy
    workspaces workspace updatePortalGroupLink removePortalGroupLink syncStatus syncStatusDetail schedule`,
  ],
  // Administrators of the host.
  [
    [499, 403, 403, 403, 200],
    `updateCollaboration deleteCollaboration addParticipant removeParticipant addWorkspace
    updateWorkspace updateAccessMode deleteWorkspace`,
  ],
  // Administrators of the guest, which is the participant that starts a sync.
  [[499, 403, 403, 200, 403], 'syncWorkspace updateSchedule deleteSchedule'],
];
const expected = new Map(
  table.flatMap(([codes, operations]) => operations.split(/\s+/).map((operation) => [operation, codes] as const)),
);

test('the table has a row for every operation there is', () => {
  expect([...expected.keys()].toSorted()).toEqual(Object.keys(portalOperations).toSorted());
});

const world = await portalWorld();
const [note] = (await world.store.portal.all('items')).filter((item) => item.portalId === world.guest.id);
const [service] = (await world.store.portal.all('items')).filter((item) => item.portalId === world.host.id);

async function makePath(operation: PortalOperationName, portalId: string): Promise<string> {
  const isGuest = portalId === world.guest.id;
  const groups = await world.store.portal.all('groups', [portalId]);
  const names: Record<string, string> = {
    portalId,
    collaborationId: world.collaboration.id,
    workspaceId: world.workspace.id,
    participantId: world.guest.id,
    itemId: (isGuest ? note : service)!.id,
    groupId: groups[0]!.id,
    username: 'admin',
    webhookId: 'none',
    tokenId: 'none',
    syncId: 'none',
    'key+': 'none',
    'resource+': 'none',
  };
  return portalRow(operation).path.replace(/\{([^}]+)\}/g, (_, name: string) => names[name]!);
}

/** Operations that delete objects other rows need, so each role calls them in a fresh world. */
const takingAway = new Set<PortalOperationName>([
  'deleteWorkspace',
  'deleteCollaboration',
  'removeParticipant',
  'deleteUser',
  'revokeToken',
]);

for (const operation of (Object.keys(portalOperations) as PortalOperationName[]).filter(
  (key) => !takingAway.has(key),
)) {
  const row = portalRow(operation);
  test(`${operation} answers every role as the table says`, async () => {
    const codes = [];
    for (const who of roles) {
      const path = await makePath(operation, who === 'guest' ? world.guest.id : world.host.id);
      const query = new URLSearchParams({ f: 'json', token: world.tokens[who] });
      const method = row.effect === 'read' ? 'GET' : 'POST';
      const response = await ask(world.context, method, `${path}?${query}`);
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      const code = isJson ? ((JSON.parse(await response.text()).error?.code as number) ?? 200) : 200;
      codes.push([400, 404, 409].includes(code) ? 200 : code);
    }
    expect(codes).toEqual(expected.get(operation));
  });
}

test.each([...takingAway])('%s answers every role as the table says', async (operation) => {
  const codes = [];
  for (const who of roles) {
    const fresh = await portalWorld();
    const isGuest = who === 'guest';
    const path = portalRow(operation)
      .path.replace('{portalId}', isGuest ? fresh.guest.id : fresh.host.id)
      .replace('{collaborationId}', fresh.collaboration.id)
      .replace('{workspaceId}', fresh.workspace.id)
      .replace('{participantId}', fresh.guest.id)
      .replace('{username}', 'admin');
    const answer = await fresh.post(who, path);
    codes.push(answer.error?.code ?? (answer.success === true ? 200 : 'no success'));
    fresh.store.close();
  }
  expect(codes).toEqual(expected.get(operation));
});

test('an account of one portal is refused at another, and an invalid token everywhere', async () => {
  expect((await world.get('guest', `portals/${world.host.id}/webhooks`)).error.code).toBe(403);
  expect((await world.get('host', `portals/${world.guest.id}/items`)).error.code).toBe(403);
  const bad = await ask(world.context, 'GET', `portals/self?f=json&token=wrong`);
  expect((await bad.json()).error.code).toBe(498);
});
