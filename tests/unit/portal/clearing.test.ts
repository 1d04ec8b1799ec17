import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ask, portalWorld } from './portal-world.ts';

test('a field that is sent empty is emptied where that means something, and one that is not sent stays', async () => {
  const world = await portalWorld();
  const collaboration = `portals/self/collaborations/${world.collaboration.id}`;
  const { id } = await world.post('host', 'portals/self/items/addItem', {
    title: 'Note',
    text: 'data',
    description: 'about it',
    tags: 'a, b',
    url: 'https://a.org/',
  });
  const cases = [
    ['portals/self', 'update', 'name'],
    [collaboration, 'updateInfo', 'name'],
    [`${collaboration}/workspaces/${world.workspace.id}`, 'updateInfo', 'name'],
    [`portals/self/items/${id}`, 'update', 'title'],
  ] as const;
  for (const [path, operation, name] of cases) {
    const before = await world.get('host', path);
    expect(before.description, path).not.toBe('');
    // The name is required, so an empty one counts as absent.
    expect(await world.post('host', `${path}/${operation}`, { description: '', [name]: '' })).toMatchObject({
      success: true,
    });
    const after = await world.get('host', path);
    expect(after, path).toMatchObject({ description: '', [name]: before[name] });
  }
  expect(await world.get('host', `portals/self/items/${id}`)).toMatchObject({
    tags: ['a', 'b'],
    url: 'https://a.org/',
  });
  await world.post('host', `portals/self/items/${id}/update`, { tags: '', url: '' });
  expect(await world.get('host', `portals/self/items/${id}`)).toMatchObject({ tags: [], url: '', size: 4 });
  await world.post('host', 'portals/self/users/mona/update', { fullName: 'Mona', email: 'mona@a.org' });
  await world.post('host', 'portals/self/users/mona/update', { email: '' });
  const mona = () => world.store.portal.get('users', [world.host.id, 'mona']);
  expect(await mona()).toMatchObject({ fullName: 'Mona', email: '' });
  const [group] = await world.store.portal.all('groups', [world.host.id]);
  await world.post('host', `portals/self/groups/${group!.id}/update`, { description: '', title: '' });
  const { title } = group!;
  expect(await world.store.portal.get('groups', [world.host.id, group!.id])).toMatchObject({ description: '', title });
});

test('the plain form of a thing that stands in a list alone is reached from there, and shows what is there', async () => {
  const world = await portalWorld();
  await world.post('host', 'portals/self/users/mona/update', { fullName: 'Mona', email: 'mona@a.org' });
  const token = `?token=${world.tokens.host}`;
  const page = async (address: string) => (await ask(world.context, 'GET', address + token)).text();
  const form = `portals/${world.host.id}/users/mona/update`;
  expect(await page(`portals/${world.host.id}/users`)).toContain(`<a href="/${form}${token}">Update user</a>`);
  expect(await page(form)).toContain('name="email" value="mona@a.org"');
});

test('a form without script shows what is there, so that sending it as it is changes nothing', async () => {
  const world = await portalWorld();
  const { id } = await world.post('host', 'portals/self/items/addItem', {
    title: 'Note',
    text: 'data',
    description: '</textarea><b>bold</b>',
    tags: 'a,b',
  });
  const path = `portals/${world.host.id}/items/${id}`;
  const token = `?token=${world.tokens.host}`;
  const page = async (address: string) => (await ask(world.context, 'GET', address + token)).text();
  // On the item's page and at the address of the operation.
  for (const markup of [await page(path), await page(`${path}/update`)]) {
    expect(markup).toContain('&lt;/textarea&gt;&lt;b&gt;bold&lt;/b&gt;');
    expect(markup).toContain('name="tags" value="a, b"');
    expect(markup).not.toContain('<b>bold');
  }
  const nonce = /name="nonce" value="([^"]+)"/.exec(await page(`${path}/update`))![1]!;
  const before = await world.get('host', path);
  const values = { title: 'Note', description: before.description, tags: 'a, b', url: '', text: '', nonce };
  const form = { ...values, token: world.tokens.host };
  await ask(world.context, 'POST', `${path}/update`, form, { origin: 'http://soapstone.test' }, 'navigate');
  const { modified: _, ...after } = await world.get('host', path);
  expect(before).toMatchObject(after);
});
