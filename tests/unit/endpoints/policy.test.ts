import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { whyRefused } from '../../../src/bridge/rules.ts';
import { answer, isForBackend } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { findRoute, type Match, routes } from '../../../sw/contract/routes.ts';
import { admit } from '../../../sw/endpoints/gate.ts';
import { issueToken } from '../../../sw/portal/principal.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { isAnswered, testWith } from '../with-extensions.ts';

const roles = ['nobody', 'stranger', 'strange administrator', 'member', 'publisher', 'owner', 'administrator'] as const;
type Role = (typeof roles)[number];
type Service = 'Open' | 'Secret' | 'Nowhere';

/**
 * Allowed roles, by letter: administrators of the portal (a), the owner of the service (o), publishers (p), members
 * (m), everyone (*).
 */
type LetIn = '*' | 'mpoa' | 'poa' | 'oa' | 'a' | '';
const lettered: Readonly<Record<Role, string>> = {
  nobody: '*',
  stranger: '*',
  'strange administrator': '*',
  member: 'm',
  publisher: 'p',
  owner: 'o',
  administrator: 'a',
};

type Bridged = 'read' | 'administer' | 'closed';
type Case = readonly [route: string, method: string, path: string, letIn: LetIn, bridge: Bridged];

/**
 * Every path and method that is served, and the roles allowed for public services. This repeats the table of routes on
 * purpose, so that an accidental change there is noticed. `{s}` is the service.
 */
const cases: readonly Case[] = [
  ['catalogue', 'GET', 'services', '*', 'read'],
  ['catalogue', 'POST', 'services', '*', 'read'],
  ['service', 'GET', 'services/{s}/MapServer', '*', 'read'],
  ['service', 'POST', 'services/{s}/MapServer', '*', 'read'],
  ['wms', 'GET', 'services/{s}/MapServer/WMSServer?request=GetCapabilities', '*', 'read'],
  ['wms', 'GET', 'rest/services/{s}/MapServer/WMSServer?request=GetCapabilities', '*', 'read'],
  ['wmts', 'GET', 'rest/services/{s}/MapServer/WMTS/1.0.0/WMTSCapabilities.xml', '*', 'read'],
  ['ogc-features', 'GET', 'rest/services/{s}/OGCFeatureServer/collections', '*', 'read'],
  ['vector-tiles', 'GET', 'rest/services/{s}/VectorTileServer/tile/0/0/0.pbf', '*', 'read'],
  ['vector-tiles', 'POST', 'rest/services/{s}/VectorTileServer', '*', 'read'],
  ['rest-token', 'GET', 'rest/generateToken', '*', 'closed'],
  ['rest-token', 'POST', 'rest/generateToken?f=json', '*', 'closed'],
  ['rest-service', 'GET', 'rest/services/{s}/MapServer/1?f=json', '*', 'read'],
  ['rest-service', 'POST', 'rest/services/{s}/MapServer', '*', 'read'],
  ['rest-service', 'GET', 'rest/services/{s}/FeatureServer?f=json', '*', 'read'],
  ['rest-service', 'POST', 'rest/services/{s}/FeatureServer/1/query', '*', 'read'],
  ['rest-catalogue', 'GET', 'rest/services?f=json', '*', 'read'],
  ['rest-catalogue', 'POST', 'rest/services', '*', 'read'],
  ['preview', 'GET', 'services/{s}/MapServer/preview', '*', 'read'],
  ['layer', 'GET', 'services/{s}/MapServer/0', '*', 'read'],
  ['tile', 'GET', 'services/{s}/MapServer/tile/0/0/0', '*', 'read'],
  ['tile-file', 'GET', 'cache/{s}/Layers/_alllayers/L00/R00000000/C00000000.png', '*', 'read'],
  ['tile-job', 'POST', 'admin/caches/{s}/jobs/1/run', 'oa', 'administer'],
  ['tile-caches', 'GET', 'admin/caches/{s}', '*', 'administer'],
  ['tile-caches', 'POST', 'admin/caches/{s}', 'oa', 'administer'],
  ['attachments', 'GET', 'admin/attachments/{s}?table=places', 'oa', 'administer'],
  ['attachments', 'POST', 'admin/attachments/{s}', 'oa', 'administer'],
  ['attachments', 'DELETE', 'admin/attachments/{s}', 'oa', 'administer'],
  ['sources', 'GET', 'admin/sources/{s}', 'oa', 'administer'],
  ['sources', 'POST', 'admin/sources/{s}', 'oa', 'administer'],
  ['sources', 'DELETE', 'admin/sources/{s}', 'oa', 'administer'],
  ['publish', 'GET', 'admin/services', '*', 'administer'],
  ['publish', 'POST', 'admin/services', 'poa', 'administer'],
  ['admin-service', 'GET', 'admin/services/{s}?f=definition', 'oa', 'administer'],
  ['admin-service', 'POST', 'admin/services/{s}?version=1&id=0123456789ab', 'oa', 'administer'],
  ['admin-service', 'PATCH', 'admin/services/{s}', 'oa', 'administer'],
  ['admin-service', 'DELETE', 'admin/services/{s}', 'oa', 'administer'],
  ['maps', 'GET', 'admin/maps', '*', 'administer'],
  ['map', 'GET', 'admin/maps/made0000', '*', 'administer'],
  ['map', 'PUT', 'admin/maps/made0000', 'poa', 'administer'],
  ['map', 'DELETE', 'admin/maps/made0000', 'poa', 'administer'],
  ['layout', 'POST', 'admin/layout', '*', 'closed'],
  ['backup', 'GET', 'admin/backup', 'a', 'closed'],
  ['restore', 'POST', 'admin/restore', 'a', 'closed'],
  ['reset', 'POST', 'admin/reset', 'a', 'closed'],
  ['origins', 'GET', 'admin/origins', '*', 'closed'],
  ['origins', 'POST', 'admin/origins', 'a', 'closed'],
  ['origins', 'DELETE', 'admin/origins', 'a', 'closed'],
  ['grids', 'GET', 'admin/grids', '*', 'administer'],
  ['grids', 'POST', 'admin/grids?name=a.gsb', 'a', 'administer'],
  ['grids', 'DELETE', 'admin/grids?name=a.gsb', 'a', 'administer'],
  ['storage', 'GET', 'admin/storage', 'poa', 'closed'],
  ['clock', 'GET', 'admin/clock', '*', 'closed'],
  ['clock', 'POST', 'admin/clock', 'a', 'closed'],
  ['clock', 'DELETE', 'admin/clock', 'a', 'closed'],
  ['output', 'GET', 'output/1', '*', 'read'],
  ['inbox', 'GET', 'inbox/a', 'a', 'administer'],
  ['inbox', 'POST', 'inbox/a', '*', 'administer'],
  ['session', 'POST', 'session', '*', 'closed'],
  // The rows below are tested role by role in permissions.test.ts.
  ['portal', 'GET', 'portals?f=json', '*', 'administer'],
  ['portal', 'POST', 'portals?f=json', '*', 'administer'],
  ['portal', 'GET', 'generateToken', '*', 'closed'],
  ['portal', 'POST', 'generateToken?f=json', '*', 'closed'],
  ['portal', 'GET', 'tokens', '*', 'closed'],
  ['portal', 'POST', 'tokens/generateToken?f=json', '*', 'closed'],
  ['rest-token', 'GET', 'admin/generateToken', '*', 'closed'],
  ['rest-token', 'POST', 'admin/generateToken?f=json', '*', 'closed'],
];

/** Make portals with an account for every role, and a public and a private service owned by `owner`. */
async function made() {
  const world = await portalWorld();
  const { context, store, host, guest, tokens } = world;
  for (const name of ['Open', 'Secret']) {
    const { definition, files } = madeService(name);
    await store.publish(definition, toBlobs(files));
  }
  await store.portal.write(async (transaction) => {
    const dated = { created: context.now(), modified: context.now(), portalId: host.id };
    const password = { salt: '', hash: '', iterations: 1 };
    const account = { ...dated, username: 'olga', fullName: '', email: '', disabled: false, password };
    await transaction.objectStore('users').put({ ...account, role: 'publisher' });
    for (const key of ['Open', 'Secret'] as const) {
      const id = key.padEnd(32, '0');
      const item = {
        ...dated,
        id,
        type: 'Map Service' as const,
        title: key,
        description: '',
        tags: [],
        revision: 1,
        groups: [],
      };
      await transaction.objectStore('items').put({ ...item, owner: 'olga', url: '', serviceKey: key });
      const access = key === 'Open' ? 'public' : 'private';
      await transaction.objectStore('serviceSettings').put({ key, portalId: host.id, itemId: id, access });
    }
    // Pages need no sign-in here.
    for (const portal of [host, guest]) await transaction.objectStore('portals').put({ ...portal, pageSignIn: false });
  });
  const { token } = await issueToken(context, { portalId: host.id, username: 'olga' }, 600);
  const bearers: Readonly<Record<Role, string>> = {
    nobody: '',
    stranger: tokens.guestPublisher,
    'strange administrator': tokens.guest,
    member: tokens.member,
    publisher: tokens.publisher,
    owner: token,
    administrator: tokens.host,
  };
  return { ...world, bearers };
}

const envelope =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetMapCount xmlns="urn:gis:schemas/3.2.0"/></s:Body></s:Envelope>';

async function ask(context: Context, method: string, path: string, token: string) {
  const posted = path.startsWith('services')
    ? envelope
    : path.startsWith('rest')
      ? new URLSearchParams('f=json')
      : '{}';
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: posted };
  const headers = token ? { authorization: `Bearer ${token}` } : ({} as Record<string, string>);
  const response = (await answer(context, new Request(`${origin}/${path}`, { method, headers, ...body })))!;
  return { status: response.status, text: await response.text() };
}

const refusals = /not-allowed|token-required|bad-token|unknown-service|bad-method/;
/** Fault codes by the message of an OGC exception, because OGC exceptions have other codes. */
const refusalTexts: readonly (readonly [RegExp, string])[] = [
  [/Exception.*Service (?:"|&quot;)\w+(?:"|&quot;) not found\. List your services/s, 'unknown-service'],
  [/Exception.*Token Required/s, 'token-required'],
];
/**
 * Find the code of a refusal by the gate, in JSON or SOAP; undefined if the request was allowed, even if it failed
 * later.
 */
function refusalIn(text: string): string | undefined {
  const code = /"(?:messageCode|code)":"([\w-]+)"|<tns:Code>([\w-]+)</.exec(text);
  const isSignIn = /"error":\{"code":(49[89])\b/.exec(text)?.[1];
  if (isSignIn) return isSignIn === '498' ? 'bad-token' : 'token-required';
  const actual = code?.[1] ?? code?.[2] ?? refusalTexts.find(([sentence]) => sentence.test(text))?.[1];
  return actual && refusals.test(actual) ? actual : undefined;
}

/** Return the fault code that a role should get for a public, a private or a missing service; undefined if allowed. */
function expected(role: Role, method: string, path: string, letIn: LetIn, service: Service): string | undefined {
  if (!path.includes('{s}')) return isIn(role, letIn);
  const isHidden = service === 'Nowhere' || (service === 'Secret' && /nobody|strange/.test(role));
  // An anonymous REST client is asked for a token, because it might have one.
  if (isHidden && role === 'nobody' && path.startsWith('rest')) return 'token-required';
  if (letIn === '*') return isHidden ? 'unknown-service' : undefined;
  if (role === 'nobody') return 'token-required';
  if (role === 'member') return 'not-allowed';
  // Deleting a missing service succeeds.
  if (isHidden) return method === 'DELETE' && path.startsWith('admin/services') ? undefined : 'unknown-service';
  return isIn(role, letIn);
}

function isIn(role: Role, letIn: LetIn): string | undefined {
  // Publishers may publish in their own portal.
  const isPublisher = letIn === 'poa' && role.startsWith('strange');
  if (letIn === '*' || isPublisher || letIn.includes(lettered[role])) return undefined;
  return role === 'nobody' ? 'token-required' : 'not-allowed';
}

test('the policy has a row for every route and method, and no other', () => {
  const reported = cases.map(
    ([route, method, path]) => `${route} ${method} ${route === 'portal' ? path.split(/[/?]/)[0] : ''}`,
  );
  const rows = routes.flatMap(({ name, path, may }) =>
    Object.keys(may).map((method) => `${name} ${method} ${name === 'portal' ? path : ''}`),
  );
  expect(reported.toSorted()).toEqual(rows.toSorted());
});

const answeredCases = cases.filter(([, , path]) => isAnswered(path.replace('{s}', 'World')));

test.each(answeredCases)('%s by %s at %s lets in whom it should', async (route, method, path, letIn) => {
  const isFinal = route === 'reset' || (route === 'admin-service' && method === 'DELETE');
  let world = await made();
  const services = path.includes('{s}') ? (['Open', 'Secret', 'Nowhere'] as const) : (['Open'] as const);
  for (const service of services)
    for (const role of roles) {
      const { context, bearers, store } = world;
      const code = expected(role, method, path, letIn, service);
      const { text } = await ask(context, method, path.replace('{s}', service), bearers[role]);
      const actual = refusalIn(text);
      // Missing tiles and unknown jobs are reported by the handler, not the gate.
      expect(actual, `${role} to ${service}: ${text.slice(0, 300)}`).toBe(code);
      if (code !== undefined || role === 'stranger') expect(await store.services()).toHaveLength(3);
      if (isFinal && code === undefined) world = await made();
    }
});

test('a private service is to strangers as one that does not exist, whatever is asked', async () => {
  const { context, bearers } = await made();
  for (const [, method, path] of cases)
    for (const token of [bearers.nobody, bearers.stranger, bearers['strange administrator'], 'x'.repeat(43)]) {
      if (!path.includes('{s}')) continue;
      const secret = await ask(context, method, path.replace('{s}', 'Secret'), token);
      const nowhere = await ask(context, method, path.replace('{s}', 'Nowhere'), token);
      expect(secret, `${method} ${path}`).toEqual({ ...nowhere, text: nowhere.text.replaceAll('Nowhere', 'Secret') });
    }
});

test('nobody publishes over a service of another account, and who publishes owns it', async () => {
  const { context, bearers, store } = await made();
  const { packService } = await import('../../../sw/service/package.ts');
  const publish = async (name: string, role: Role) => {
    const { definition, files } = madeService(name);
    const body = packService(definition, files) as Uint8Array<ArrayBuffer>;
    const headers = { authorization: `Bearer ${bearers[role]}` };
    const response = await answer(context, new Request(`${origin}/admin/services`, { method: 'POST', headers, body }));
    return refusalIn(await response!.text());
  };
  for (const name of ['Open', 'Secret']) {
    expect(await publish(name, 'publisher')).toBe('not-allowed');
    expect(await publish(name, 'strange administrator')).toBe('not-allowed');
    expect((await store.service(name))!.version).toBe(1);
    expect(await publish(name, 'owner')).toBeUndefined();
  }
  expect(await publish('New', 'stranger')).toBe('not-allowed');
  expect(await publish('New', 'publisher')).toBeUndefined();
  expect(refusalIn((await ask(context, 'PATCH', 'admin/services/New', bearers.owner)).text)).toBe('not-allowed');
  expect(refusalIn((await ask(context, 'PATCH', 'admin/services/New', bearers.publisher)).text)).toBeUndefined();
});

test.each(cases)(
  '%s by %s at %s passes a bridge where it should, however it is written',
  (_, method, path, _letIn, bridge) => {
    const [plain, query = ''] = path.replace('{s}', 'World').split('?') as [string, string?];
    const coded = plain.replace(/[a-z](?=[^/]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const forms = [plain, `${plain}/`, `${plain}//`, coded, `./${plain}`, `x/../${plain}`, `arcgis/${plain}`];
    for (const form of [...forms, `arcgis//${coded}/`].map((address) => (query ? `${address}?${query}` : address))) {
      expect(whyRefused('/maps/', form, method, 'read') === undefined, `read ${form}`).toBe(bridge === 'read');
      expect(whyRefused('/maps/', form, method, 'administer') === undefined, form).toBe(bridge !== 'closed');
      const route = findRoute('/maps/', new URL(`http://a.test/maps/${form}`).pathname)?.route;
      expect(route, form).toBe(findRoute('/', `/${plain}`)!.route);
    }
  },
);

test('what has no row is not answered, not even to an administrator', async () => {
  const { context, bearers } = await made();
  const headers = { authorization: `Bearer ${bearers.administrator}` };
  const request = new Request(`${origin}/admin/secrets`, { headers });
  const match = {
    ...findRoute('/', '/admin/backup')!,
    row: { name: 'new', path: 'admin/secrets', may: {}, bridge: 'read' },
  };
  const requested = { context, request, url: new URL(request.url), match: match as unknown as Match };
  await expect(admit(requested)).rejects.toMatchObject({ code: 'bad-method' });
  expect((await answer(context, request))!.status).toBe(404);
});

test.each([
  ['GET', 'arcgis/rest/services', {}],
  ['GET', 'arcgis/rest/services/World/MapServer?f=json&token=x', {}],
  ['GET', 'server/rest/info?f=json', {}],
  ['GET', 'rest/services', {}],
  ['GET', 'arcgis/home/', {}],
  ['GET', 'portal/sharing/rest/portals/self', {}],
  ['GET', 'gis/rest/services', {}],
  ['GET', 'Services/World/MapServer', {}],
  ['GET', 'a/b/c/rest/services?token=x', {}],
  ['GET', 'a/b/c/services', { authorization: 'Bearer x' }],
  ['GET', 'a/b/c', { 'x-esri-authorization': 'Bearer x' }],
  ['POST', 'a/b/c/generateToken', {}],
] as const)('%s %s never reaches the web host', async (method, path, headers) => {
  const { context } = await portalWorld();
  const url = new URL(`${origin}/${path}`);
  const request = new Request(url, { method, headers });
  expect(isForBackend('/', request, url)).toBe(true);
  expect([401, 404, 498, 200]).toContain((await answer(context, request))!.status);
});

test("files of the app are the web host's", () => {
  for (const path of ['', 'index.html', 'assets/a-b.js', 'examples/plain.html', 'epsg.json', 'client.js', 'sw.js']) {
    const url = new URL(`${origin}/${path}`);
    expect(isForBackend('/', new Request(url), url), path).toBe(false);
  }
});

testWith('rest')('the REST interface asks for a sign-in in a header too, since its status is 200', async () => {
  const { context, bearers } = await made();
  const answerFor = async (token: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : ({} as Record<string, string>);
    const url = `${origin}/rest/services/Secret/MapServer?f=json`;
    const response = (await answer(context, new Request(url, { headers })))!;
    const { error } = await response.json();
    return [response.status, error?.code, response.headers.get('www-authenticate')];
  };
  expect(await answerFor('')).toEqual([200, 499, 'Bearer']);
  expect(await answerFor('x'.repeat(43))).toEqual([200, 498, 'Bearer']);
  expect(await answerFor(bearers.owner)).toEqual([200, undefined, null]);
});
