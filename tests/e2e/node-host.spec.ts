import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { servedEn } from '../../src/shell/served/served-text.ts';
import { en } from '../../src/text/en.ts';
import { freePort } from '../free-port.ts';
import { drop } from './drivers/driver.ts';

const command = join(import.meta.dirname, '../../bin/soapstone.js');
const folder = mkdtempSync(join(tmpdir(), 'soapstone-node-host-'));
let running: ChildProcess | undefined;

/** Start the command. @returns the address with the key that it prints */
async function startServer(port: number): Promise<string> {
  const child = spawn(process.execPath, [command, 'serve', '--data', join(folder, 'data'), '--port', String(port)]);
  running = child;
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /http:\/\/localhost:\d+\/#key=[\w-]+/.exec(output)?.[0];
      if (address && output.includes('soapstone ready')) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => reject(new Error(`The command ended: ${output}`)));
  });
}

async function stopServer(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

test.afterAll(async () => {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
});

const point = { type: 'Feature', properties: { name: 'A' }, geometry: { type: 'Point', coordinates: [10, 50] } };
const towns = JSON.stringify({ type: 'FeatureCollection', features: [point] });

test('a page with its key publishes to the folder, and its maps outlive the command', async ({ page, browser }) => {
  const port = await freePort();
  const address = await startServer(port);
  await page.goto(address);
  const bar = page.getByRole('region', { name: en.status.label }).first();
  await expect(bar).toContainText('Connected');
  expect(page.url()).not.toContain('key');
  await drop(page, [{ name: 'towns.geojson', content: towns }]);
  await page
    .getByRole('button', { name: /^Publish/ })
    .last()
    .click();
  await expect(page).toHaveURL(/service=towns/);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  await stopServer();
  await startServer(port);
  await page.goto(`http://localhost:${port}/`);
  await expect(page).toHaveURL(/service=towns/);

  // Another browser has no key.
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`http://localhost:${port}/`);
  await expect(stranger.getByText(servedEn.key.hint)).toBeVisible();
  await stranger.context().close();
});
