import { expect } from '@playwright/test';
import { open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { post, rows, signIn } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('a person without script signs in, uploads, changes and removes by plain pages', { tag: '@turn2' }, async ({
  page,
  context,
}) => {
  // Given a page in a browser with the app
  await open(page, `${server.origin}/?page=settings`);
  const { hostId, hostToken } = await signIn(page);
  await post(page, `portals/${hostId}/users/createUser`, hostToken, {
    username: 'hanna',
    password: 'correct horse',
    role: 'administrator',
  });
  const plain = await context.newPage();
  const scripts: number[] = [];
  plain.on('domcontentloaded', async () => scripts.push(await plain.locator('script, [onclick], [onload]').count()));
  // When an anonymous user requests private content
  await plain.goto(`${server.origin}/portals/${hostId}/users`);
  await expect(plain.getByRole('status')).toHaveText('Token Required');
  // Then the page signs in, and links lead further
  await plain.getByLabel(/^username/).fill('hanna');
  await plain.getByLabel(/^password/).fill('correct horse');
  await plain.getByRole('button', { name: 'Generate portal token' }).click();
  await plain.getByRole('link', { name: 'Open the portal' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Portal');
  // When a file is uploaded with the form
  const form = (name: string) =>
    plain.locator('details').filter({ has: plain.getByRole('button', { name, exact: true }) });
  const unfold = (name: string) =>
    plain
      .locator('summary')
      .filter({ hasText: new RegExp(`^${name} `) })
      .click();
  const send = (name: string) => form(name).getByRole('button', { name, exact: true }).click();
  await unfold('Add resource');
  await form('Add resource').getByLabel(/^key/).fill('<i>plain</i>.txt');
  await form('Add resource')
    .getByLabel(/^file/)
    .setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('plain text'),
    });
  await send('Add resource');
  await expect(plain.locator('dd').filter({ hasText: 'true' }).first()).toBeVisible();
  expect((await rows(page, 'resources')).map(({ key }) => key)).toEqual(['<i>plain</i>.txt']);
  // Then it is in the list, as text
  await plain.goBack();
  await plain.getByRole('link', { name: 'Resources', exact: true }).click();
  await expect(plain.getByRole('link', { name: '<i>plain</i>.txt' })).toBeVisible();
  await expect(plain.locator('i')).toHaveCount(0);
  // When the portal is changed with its form, untouched fields stay
  await plain.goBack();
  await unfold('Update portal');
  await expect(form('Update portal').getByLabel(/^description/)).toHaveValue('Publishes the maps of this server.');
  await form('Update portal').getByLabel(/^name/).fill('Main office');
  await send('Update portal');
  const portal = async () => (await rows(page, 'portals')).find(({ id }) => id === hostId);
  await expect.poll(async () => (await portal()).name).toBe('Main office');
  expect((await portal()).description).toBe('Publishes the maps of this server.');
  // When the same form removes the resource twice, the second request gets the first answer
  await plain.goBack();
  await unfold('Remove resource');
  await form('Remove resource').getByLabel(/^key/).fill('<i>plain</i>.txt');
  await send('Remove resource');
  await expect.poll(() => rows(page, 'resources')).toEqual([]);
  // And a page shows the error, and runs nothing of it
  await plain.goto(`${server.origin}/portals/${hostId}?f=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Error 400');
  await expect(plain.locator('img')).toHaveCount(0);
  // All pages worked without scripts.
  expect(scripts.length).toBeGreaterThan(5);
  expect(Math.max(...scripts)).toBe(0);
});
