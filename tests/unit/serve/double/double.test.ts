import { expect, test } from 'vitest';
import { createDouble } from '../../../../serve/double/double.ts';
import { readScenario } from '../../../../serve/double/rule.ts';
import type { Exchange, InPage, Reply } from '../../../../serve/exchange.ts';
import { Fault } from '../../../../sw/contract/index.ts';
import { encodeResponse } from '../../../../sw/soap/encode.ts';
import { faultEnvelope, sealEnvelope } from '../../../../sw/soap/envelope.ts';
import { testWith } from '../../with-extensions.ts';
import { makeExchange, message, readReplyText, textReply } from './exchange-of.ts';

/** Make a double in front of a backend that counts its writes. */
function doubleWith(scenario = '{}', noBackup?: Fault, activate?: () => Promise<void>) {
  let stored = 0;
  let backups = 0;
  const saved = new Map<string, number>();
  const inPage = (async () => ({})) as InPage;
  const double = createDouble({
    adminToken: 'administration',
    scenario: readScenario(scenario, 'file.json'),
    inPage,
    activate,
    storage: {
      async backup(name) {
        if (noBackup) throw noBackup;
        backups++;
        saved.set(name, stored);
        return 1;
      },
      async restore(name) {
        stored = saved.get(name)!;
      },
    },
  });
  const backend = async (exchange: Exchange): Promise<Reply> => {
    const { pathname } = exchange.url;
    if (pathname.startsWith('/admin/')) stored++;
    if (!pathname.includes('World')) {
      return textReply(faultEnvelope(new Fault('unknown-service', 'Not found.')), 'text/xml', 500);
    }
    return textReply(sealEnvelope(encodeResponse('GetMapCount', { Result: 1 })));
  };
  const ask = (exchange: Exchange) => double.middleware(exchange, backend);
  const admin = async (path: string, method = 'GET', body?: unknown, token: string | undefined = 'administration') => {
    const exchange = {
      ...makeExchange(`/__admin${path}`, body === undefined ? undefined : JSON.stringify(body)),
      method,
      headers: token === undefined ? [] : ([['x-soapstone-admin-token', token]] as const),
    };
    const reply = await ask(exchange);
    return { status: reply.status, json: JSON.parse(await readReplyText(reply)) };
  };
  return { ask, admin, stored: () => stored, backups: () => backups };
}

const count = () => makeExchange('/services/World/MapServer?token=secret-token', message('GetMapCount'));

test('a double that rests copies and notes nothing until the first request with the token', async () => {
  let activations = 0;
  const { ask, admin, backups } = doubleWith('{}', undefined, async () => {
    activations++;
  });
  const change = () => makeExchange('/admin/services/World', '{}');
  await ask(change());
  await ask(count());
  expect((await admin('/rules', 'GET', undefined, 'guessed')).status).toBe(401);
  expect([activations, backups()]).toEqual([0, 0]);
  expect((await admin('/requests/count')).json).toEqual({ count: 0 });
  await ask(count());
  await ask(change());
  expect((await admin('/requests/count')).json).toEqual({ count: 2 });
  expect([activations, backups()]).toEqual([1, 1]);
});

test('rules are listed, added, switched, removed and reset', async () => {
  const { ask, admin } = doubleWith('{"rules": [{"id": "first", "do": {"status": 503}}]}');
  expect((await ask(count())).status).toBe(503);
  expect((await admin('/rules/first', 'PATCH', { on: false })).status).toBe(200);
  expect((await ask(count())).status).toBe(200);
  const added = await admin('/rules', 'POST', [{ when: { operation: 'GetMapCount' }, do: { status: 418 } }]);
  expect(added.json.added[0].id).toBe('rule-1');
  expect((await ask(count())).status).toBe(418);
  expect((await admin('/rules')).json.rules).toMatchObject([
    { id: 'first', applied: 1 },
    { id: 'rule-1', applied: 1 },
  ]);
  expect((await admin('/rules/rule-1', 'DELETE')).status).toBe(200);
  expect(await admin('/rules/rule-1', 'DELETE')).toMatchObject({
    status: 404,
    json: { error: { message: 'Path: expected the ID of a rule, found "rule-1".' } },
  });
  await admin('/rules/reset', 'POST');
  expect((await ask(count())).status).toBe(503);
});

test.each([
  ['/rules', 'POST', { do: { stattus: 1 } }, 400, '(perhaps status)'],
  ['/rules', 'PUT', {}, 405, 'Method: expected GET or POST or DELETE at /__admin/rules, found PUT.'],
  ['/rulez', 'GET', undefined, 404, '/__admin/rulez not found'],
  ['/requests?stauts=404', 'GET', undefined, 400, '(perhaps status), found "stauts".'],
  ['/requests?status=40', 'GET', undefined, 400, 'status: expected a status such as 404 or 4xx'],
  ['/requests/77', 'GET', undefined, 404, 'expected the ID of one of the last 0 requests, found "77".'],
  ['/snapshots/x/restore', 'POST', undefined, 404, 'Snapshot "x" not found. Snapshots: none.'],
])('%s by %s is refused', async (path, method, body, status, sentence) => {
  const reply = await doubleWith().admin(path, method, body);
  expect(reply.status).toBe(status);
  expect(reply.json.error.message).toContain(sentence);
});

testWith('rest')('the journal is filtered and counted, without tokens', async () => {
  const { ask, admin } = doubleWith();
  await ask(count());
  await ask(makeExchange('/services/Wrold/MapServer', message('GetMapCount')));
  await ask(makeExchange('/rest/services/World/MapServer/find?searchText=x'));
  expect((await admin('/requests/count')).json).toEqual({ count: 3 });
  expect((await admin('/requests/count?operation=GetMapCount&service=World')).json).toEqual({ count: 1 });
  expect((await admin('/requests/count?protocol=rest&status=2xx')).json).toEqual({ count: 1 });
  // The name of earlier versions.
  expect((await admin('/requests/count?face=soap')).json).toEqual({ count: 2 });
  const unmatched = (await admin('/requests?unmatched')).json.requests;
  expect(unmatched).toMatchObject([{ service: 'Wrold', status: 500, fault: { code: 'unknown-service' } }]);
  expect(JSON.stringify((await admin('/requests')).json)).not.toContain('secret-token');
});

test('what changes the data passes where nothing can go back, but not where the snapshot has failed', async () => {
  const write = makeExchange('/admin/services', '{}', 'application/json');
  const withoutPage = doubleWith('{}', new Fault('not-supported', 'A page that this program drives expected.'));
  await withoutPage.ask(write);
  expect(withoutPage.stored()).toBe(1);
  const broken = doubleWith('{}', new Fault('internal', 'The disk is full.'));
  await expect(broken.ask(write)).rejects.toThrow('The disk is full.');
  expect(broken.stored()).toBe(0);
});

test('reset goes back to the data of the start, and pays only where something was written', async () => {
  const { ask, admin, stored, backups } = doubleWith();
  await ask(count());
  await admin('/reset', 'POST');
  expect(backups()).toBe(0);
  const write = () => ask(makeExchange('/admin/services', '{}', 'application/json'));
  await write();
  await admin('/snapshots/one', 'POST');
  await write();
  await write();
  expect(stored()).toBe(3);
  await admin('/snapshots/one/restore', 'POST');
  expect(stored()).toBe(1);
  await write();
  await admin('/reset', 'POST');
  expect(stored()).toBe(0);
  expect((await admin('/requests/count')).json).toEqual({ count: 0 });
  expect((await admin('/snapshots')).json.snapshots.map(({ name }: { name: string }) => name)).toEqual([
    'start',
    'one',
  ]);
});

test('a request that was cut off is in the journal', async () => {
  const { ask, admin } = doubleWith('{"rules": [{"do": {"close": true}}]}');
  await expect(ask(count())).rejects.toThrow();
  expect((await admin('/requests')).json.requests).toMatchObject([{ isCutOff: true, rule: 'rule-1' }]);
});

test.each(['', 'Administration', 'administration '])(
  'no operation of the administration takes the token "%s"',
  async (token) => {
    const { admin } = doubleWith();
    const { operations } = (await admin('')).json as { operations: string[] };
    expect(operations.length).toBeGreaterThan(15);
    for (const operation of operations) {
      const [method, path] = operation.split(/ \/__admin|: /) as [string, string];
      const reply = await admin(path.replace(/\{\w+\}/, '1'), method, undefined, token);
      expect([operation, reply.status]).toEqual([operation, 401]);
    }
  },
);
