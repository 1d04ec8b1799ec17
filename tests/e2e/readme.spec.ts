import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test('the five minutes of the README go as they are written', async ({ page, appServer: server }) => {
  // Given the app, and the programs of the README in order, with the output that they promise
  const programs = Array.from(readme.matchAll(/^```js\n([\s\S]*?)^```$/gm), ([, program]) => program!);
  expect(programs.length).toBe(5);
  const promised = programs.map((program) => /^\/\/ (.*\[.*\])$/m.exec(program)?.[1]);
  await open(page, `${server.origin}/`);
  await mapDrawn(page, 'World');
  const password = await page.evaluate(async () => {
    const response = await fetch('session', { method: 'POST' });
    return ((await response.json()) as { firstPassword: string }).firstPassword;
  });
  // When each is pasted into the console of the developer tools
  const session = await page.context().newCDPSession(page);
  const printed: unknown[][] = [];
  await page.exposeFunction('printed', (values: unknown[]) => printed.push(values));
  const printing = '{ const log = console.log; console.log = (...values) => { log(...values); printed(values); }; }';
  for (const program of [printing, ...programs]) {
    const { exceptionDetails } = (await session.send('Runtime.evaluate', {
      expression: program.replace('the first password', password),
      replMode: true,
      awaitPromise: true,
    })) as { exceptionDetails?: object };
    expect(exceptionDetails).toBeUndefined();
  }
  // Then it prints that output; an ellipsis stands for the rest
  await expect.poll(() => printed.length).toBe(4);
  const [layers, scale, [count, values], items] = printed as [string[][], string[][], [number, string[]], string[][]];
  expect(shown(layers)).toBe(promised[1]);
  expect(Number(scale[0]![0])).toBeGreaterThan(1_000_000);
  const [beginning] = promised[3]!.split(', …');
  expect(`${count} ${shown([values])}`.startsWith(beginning!)).toBe(true);
  expect(shown(items)).toBe(promised[4]);
  // And the image is drawn
  const image = page.locator('img[style*="z-index: 9"]');
  await expect(image).toBeVisible();
  expect(await image.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    800, 600,
  ]);
  // And the worker answers the addresses that the README names, each with its content type
  const types = await page.evaluate(
    async (addresses) =>
      Promise.all(
        addresses.map(async (address) => {
          const response = await fetch(address);
          return [response.status, response.headers.get('content-type')?.split(';')[0]];
        }),
      ),
    Array.from(readme.matchAll(/`(services(?:\/World)?[^`\s]*\?[^`]*)`/g), ([, address]) => address!).concat(
      'services/World/MapServer?wsdl&dialect=arcgis',
    ),
  );
  expect(types).toEqual([
    [200, 'application/json'],
    [200, 'text/xml'],
    [200, 'text/xml'],
  ]);
  await page.goto(`${server.origin}/services`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(server.requested.filter((requested) => requested.includes(' /services/'))).toEqual([]);
});

/** Format a list of strings like the console. */
const shown = ([list]: string[][]): string => `[${list!.map((text) => `'${text}'`).join(', ')}]`;
