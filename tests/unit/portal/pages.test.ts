import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type PortalOperationName, portalOperations, portalRow } from '../../../sw/portal/contract/index.ts';
import { portalStores } from '../../../sw/portal/schema/portal-schema.ts';
import { ask, portalWorld, type World } from './portal-world.ts';

const hostile = '<b>"none"</b>';
const names = Object.keys(portalOperations) as PortalOperationName[];

/** Read everything in the portal's stores except the cached responses. */
async function everything(world: World): Promise<unknown> {
  const stores = portalStores.filter((name) => name !== 'answers');
  return Promise.all(stores.map(async (name) => [name, await world.store.portal.all(name)]));
}

test('an unknown id in any place of any path is told in the asked form, and changes nothing', async () => {
  const world = await portalWorld();
  const groups = await world.store.portal.all('groups', [world.guest.id]);
  const note = (await world.store.portal.all('items', [world.guest.id]))[0]!;
  const expected: Readonly<Record<string, string>> = {
    portalId: world.guest.id,
    collaborationId: world.collaboration.id,
    workspaceId: world.workspace.id,
    participantId: world.host.id,
    itemId: note.id,
    groupId: groups[0]!.id,
    username: 'gina',
  };
  const before = await everything(world);
  let loaded = 0;
  for (const operation of names) {
    const { path, effect, allow, parameters } = portalRow(operation);
    const places = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name!);
    for (const address of places) {
      const filled = path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) =>
        encodeURIComponent(name === address ? hostile : (expected[name] ?? hostile)),
      );
      // Required values, so that only the ID is wrong.
      const values = Object.fromEntries(
        Object.entries(parameters).flatMap(([name, row]) =>
          row.required && row.kind !== 'file' ? [[name, row.choices?.[0] ?? 'long enough']] : [],
        ),
      );
      const token = world.tokens.guest;
      const method = effect === 'read' ? 'GET' : 'POST';
      const query = new URLSearchParams({ f: 'json', token, ...(method === 'GET' ? values : {}) });
      const response = await ask(world.context, method, `${filled}?${query}`, method === 'GET' ? undefined : values);
      const code = (JSON.parse(await response.text()) as { error?: { code: number } }).error?.code;
      const isHosts = allow === 'host' && !['portalId', 'collaborationId', 'workspaceId'].includes(address);
      expect(code, `${operation}, ${address}`).toBe(isHosts ? 403 : 404);
      const page = await (await ask(world.context, 'GET', `${filled}?token=${token}`)).text();
      expect(page, `${operation}, ${address}`).not.toContain('<b>');
      loaded++;
    }
  }
  expect(loaded).toBeGreaterThan(100);
  expect(await everything(world)).toEqual(before);
});

test('every page that links lead to works without script, and each of its forms is sent with a text of its own', async () => {
  const world = await portalWorld();
  await world.post('guest', `${world.workspacePath(world.guest.id)}/sync`);
  await world.post('host', 'portals/self/addResource', { key: 'folder/a b.txt', text: 'x' });
  const url = 'http://soapstone.test/inbox/a';
  await world.post('host', 'portals/self/webhooks/createWebhook', { name: hostile, url });
  const start = `/portals/${world.host.id}?token=${world.tokens.host}`;
  const waiting = [start];
  const seen = new Set(waiting);
  const actions = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const response = await ask(world.context, 'GET', path.slice(1));
    expect(response.status, path).toBe(200);
    if (!response.headers.get('content-type')?.includes('html')) continue;
    const markup = await response.text();
    expect(markup, path).not.toMatch(/<script|<b>|Error \d|`/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const nonces = [...markup.matchAll(/name="nonce" value="([^"]+)"/g)].map(([, nonce]) => nonce);
    const forms = [...markup.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action!);
    expect(new Set(nonces).size, path).toBe(forms.length);
    for (const action of forms) actions.add(action);
    for (const [, href] of markup.matchAll(/href="([^"]+)"/g)) {
      const next = href!.replaceAll('&amp;', '&');
      if (!next.startsWith('/portals') || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  // Every operation that the host's administrator may call has its form on some page.
  const patterns = names.flatMap((name) => {
    const { effect, allow, path, group } = portalRow(name);
    const isOffered = effect === 'write' && allow !== 'initiator' && group !== 'sign-in';
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
    return isOffered ? [[name, new RegExp(`^/${pattern}$`)] as const] : [];
  });
  const without = patterns.filter(([, pattern]) => ![...actions].some((action) => pattern.test(action)));
  expect(without.map(([name]) => name)).toEqual([]);
});

test('what takes something away has a plain form of its own, with the way to the thing', async () => {
  const world = await portalWorld();
  const page = async (path: string) => (await ask(world.context, 'GET', `${path}?token=${world.tokens.host}`)).text();
  const workspace = await page(`${world.workspacePath(world.host.id)}/delete`);
  expect(workspace).toContain('<h1>Delete workspace</h1>');
  const trail = /<nav.*?<\/nav>/s.exec(workspace)![0].replace(/<[^>]*>/g, '');
  expect(trail).toContain('Head office / collaborations / Head and branch office / workspaces / Maps / delete');
  const url = 'http://soapstone.test/inbox/a';
  const { webhookId } = await world.post('host', 'portals/self/webhooks/createWebhook', { name: hostile, url });
  // The webhook's page links to this page and has no button that acts directly.
  const beside = await page(`portals/self/webhooks/${webhookId}`);
  for (const word of ['delete', 'deactivate']) {
    expect(beside).toMatch(new RegExp(`href="[^"]*/${webhookId}/${word}\\?token=`));
    expect(beside).not.toContain(`action="/portals/self/webhooks/${webhookId}/${word}"`);
    expect(await page(`portals/self/webhooks/${webhookId}/${word}`)).toContain(`/${webhookId}/${word}"`);
  }
});
