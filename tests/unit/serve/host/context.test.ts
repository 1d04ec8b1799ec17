import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeContext, type NodeContext } from '../../../../serve/host/context.ts';
import { type OpenedStorage, openFolder } from '../../../../serve/store/open.ts';
import { answer } from '../../../../sw/answer.ts';
import { writeJson } from '../../../../sw/service/package-json.ts';
import { sampleService } from '../../../contract/sample-service.ts';
import { sampleLayout } from '../../endpoints/sample-layout.ts';

const parent = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
const dist = join(parent, 'dist');
mkdirSync(join(dist, 'demo'), { recursive: true });
writeFileSync(join(dist, 'demo', 'index.json'), '{"services":[{"name":"A"}]}');
writeFileSync(join(dist, '..', 'outside.txt'), 'secret');

let storage: OpenedStorage;
let opened: NodeContext;
beforeAll(async () => {
  const folder = join(parent, 'data');
  storage = await openFolder(folder);
  const { openDatabase } = storage;
  opened = await createNodeContext({ openDatabase, folder, dist, origin: 'http://localhost:8080', hasDemo: false });
  const { definition, files } = sampleService();
  await opened.context.store.publish(definition, files);
});
afterAll(async () => {
  await opened.close();
  await storage.close();
  rmSync(parent, { recursive: true });
});

const ask = async (path: string, origin = 'http://localhost:8080', isPage = false, method = 'GET') =>
  (await answer(opened.contextFor(origin, isPage), new Request(`${origin}${path}`, { method })))!;

test('the backend answers in Node, with the address of each origin', async () => {
  const local = await (await ask('/services/Sample/MapServer?wsdl')).text();
  expect(local).toContain('location="http://localhost:8080/services/Sample/MapServer"');
  const named = await (await ask('/services/Sample/MapServer?wsdl', 'https://maps.example')).text();
  expect(named).toContain('location="https://maps.example/services/Sample/MapServer"');
});

test('a map with text is drawn', async () => {
  const path = '/rest/services/Sample/MapServer/export?bbox=-180,-90,180,90&size=200,100&format=png&f=image';
  const response = await ask(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
});

test('files of the app come from its folder, and no others', async () => {
  const { fetch } = opened.context;
  expect(await (await fetch('/demo/index.json')).json()).toEqual({ services: [] });
  expect((await fetch('/missing.json')).status).toBe(404);
  for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/demo/../../outside.txt'])
    expect((await fetch(path)).status, path).toBe(404);
});

test('only a request with the key of the page signs in without a password', async () => {
  const refused = await ask('/session', undefined, false, 'POST');
  expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('token"')]);
  const { sessions } = await (await ask('/session', undefined, true, 'POST')).json();
  expect(sessions[0]).toMatchObject({ username: 'admin', token: expect.any(String) });
});

test('a server requests no address and stores no letter for callers without an account', async () => {
  const post = async (path: string, body: string) => {
    const request = new Request(`http://localhost:8080/${path}`, { method: 'POST', body });
    return (await answer(opened.contextFor('http://localhost:8080', false), request))!.status;
  };
  const layout = { ...sampleLayout, tiles: { url: 'http://127.0.0.1:1/{z}/{x}/{y}', credit: '' } };
  expect(await post('admin/layout', writeJson(layout))).toBe(499);
  expect(await post('inbox/a', '{}')).toBe(499);
});
