// vitest: npx vitest run parcels.test.mjs
import { join } from 'node:path';
import { start } from 'soapstone';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server;

beforeAll(async () => {
  server = await start({ files: [join(import.meta.dirname, 'parcels.geojson')], port: 0 });
}, 60_000);
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** The program under test lists the parcels whose check is due; it tries again once when the server is busy. */
async function dueParcels(tries = 2) {
  const query = new URLSearchParams({ where: 'NEXT_CHECK < CURRENT_DATE', outFields: 'PARCEL_ID', f: 'json' });
  const response = await fetch(`${server.url}rest/services/parcels/FeatureServer/0/query?${query}`);
  if (response.status === 503 && tries > 1) return dueParcels(tries - 1);
  if (!response.ok) throw new Error(`The map server answered ${response.status}.`);
  const { features } = await response.json();
  return features.map(({ attributes }) => attributes.PARCEL_ID);
}

const endOfJanuary = { now: '2026-01-31T12:00:00Z', isFrozen: true };

test('parcels are due by the clock of the server', async () => {
  await server.setClock(endOfJanuary);
  expect(await dueParcels()).toEqual(['P1', 'P2']);
  await server.setClock({ ...endOfJanuary, now: '2026-06-30T12:00:00Z' });
  expect(await dueParcels()).toEqual(['P1', 'P2', 'P3']);
});

test('a busy server is tried again', async () => {
  await server.setClock(endOfJanuary);
  server.rules.add({ when: { operation: 'query', nth: 1 }, do: { status: 503 } });
  expect(await dueParcels()).toEqual(['P1', 'P2']);
  const requests = await server.requests({ operation: 'query' });
  expect(requests.map(({ status }) => status)).toEqual([503, 200]);
});

test('a server that stays busy is given up until it is back', async () => {
  await server.setClock(endOfJanuary);
  const outage = server.rules.add({ when: { service: 'parcels' }, do: { status: 503 } });
  await expect(dueParcels()).rejects.toThrow('The map server answered 503.');
  server.rules.remove(outage);
  expect(await dueParcels()).toHaveLength(2);
});

test('stored data goes back to a snapshot', async () => {
  await server.snapshots.take('loaded');
  const body = new URLSearchParams({ username: 'somebody', password: 'wrong', f: 'json' });
  const refused = await (await fetch(`${server.url}generateToken`, { method: 'POST', body })).json();
  expect(refused.error).toBeDefined();
  await server.snapshots.restore('loaded');
  await server.setClock(endOfJanuary);
  expect(await dueParcels()).toEqual(['P1', 'P2']);
  await expect(server.snapshots.restore('lost')).rejects.toThrow('expected one of start, loaded, found "lost"');
});
