import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClientAsync, HttpClient } from 'soap';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { sampleService } from '../../contract/sample-service.ts';

const address = 'http://soapstone.test/services';
let context: Context;

beforeAll(async () => {
  const now = () => Date.UTC(2026, 0, 1);
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: 'catalogue-soap',
    now,
    newId: () => crypto.randomUUID(),
  });
  const { definition, files } = sampleService();
  await store.publish(definition, files);
  await store.publish({ ...definition, name: 'Again', folder: 'Public' }, files);
  await store.setSetting('demo-published', true);
  const rest = { base: '/', origin: 'http://soapstone.test', yieldNow: async () => undefined };
  context = { store, now, newId: () => crypto.randomUUID(), ...rest } as unknown as Context;
});

/** Send the requests of node-soap to the backend instead of a server. */
class ToBackend extends HttpClient {
  override request(...[url, body, callback, headers]: Parameters<HttpClient['request']>) {
    const sent = new Request(url, { method: body ? 'POST' : 'GET', body, headers: { ...headers } });
    void answer(context, sent).then(async (response) => {
      const text = await response!.text();
      callback(null, { status: response!.status, headers: {}, data: text } as never, text);
    });
    return Promise.resolve() as never;
  }
}

async function makeClient(dialect: string): Promise<Client> {
  const text = await (await answer(context, new Request(`${address}?wsdl&dialect=${dialect}`)))!.text();
  const file = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'services.wsdl');
  writeFileSync(file, text);
  return createClientAsync(file, { httpClient: new ToBackend() });
}

test.each(['neutral', 'arcgis'])('node-soap lists the services of the catalogue in the %s dialect', async (dialect) => {
  const client = await makeClient(dialect);
  const ask = async (name: string, parameters = {}) => (await client[`${name}Async`](parameters))[0];
  expect(await ask('RequiresTokens')).toEqual({ Result: false });
  expect(await ask('GetTokenServiceURL')).toEqual({ TokenServiceURL: 'http://soapstone.test/generateToken' });
  expect((await ask('GetFolders')).FolderNames.String).toEqual(['Public']);
  const [sample] = (await ask('GetServiceDescriptions')).ServiceDescriptions.ServiceDescription;
  expect(sample).toMatchObject({
    Name: 'Sample',
    Type: 'MapServer',
    Url: 'http://soapstone.test/services/Sample/MapServer',
    Capabilities: 'Map,Query,Data',
  });
  const inFolder = await ask('GetServiceDescriptionsEx', { FolderName: 'Public' });
  expect(inFolder.ServiceDescriptions.ServiceDescription).toMatchObject([{ Name: 'Public/Again' }]);
  const version = (await ask('GetMessageVersion')).MessageVersion;
  expect(version).toBe(dialect === 'arcgis' ? 'esriArcGISVersion108' : 'gisVersion320');
});

test('another operation is refused with those that there are', async () => {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Identify/></s:Body></s:Envelope>`;
  const response = (await answer(context, new Request(address, { method: 'POST', body })))!;
  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/<faultstring>.*one of GetMessageVersion, .* found &lt;Identify&gt;/);
});
