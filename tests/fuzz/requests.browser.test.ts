import { expect, test, vi } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { routes } from '../../sw/contract/routes.ts';
import { featureRows } from '../../sw/extensions/ogc/contract/features.ts';
import { wmsRows } from '../../sw/extensions/ogc/contract/wms.ts';
import { wmtsPaths, wmtsRows } from '../../sw/extensions/ogc/contract/wmts.ts';
import { restRows } from '../../sw/extensions/rest/contract/index.ts';
import { vectorTilePaths } from '../../sw/extensions/vector-tiles/rows.ts';
import { portalOperations } from '../../sw/portal/contract/index.ts';
import { preparePortals } from '../../sw/portal/first-run.ts';
import { hashPassword } from '../../sw/portal/password.ts';
import { issueToken } from '../../sw/portal/principal.ts';
import { livelyContext } from '../contract/bad-input/lively-context.ts';
import { withTurns } from '../contract/bad-input/turns.ts';
import { findLeak, secrets } from './check-answer.ts';
import { createSeededRandom, type Random } from './random.ts';
import { hostileText, spoiltText } from './spoil.ts';

/** `VITE_FUZZ_SEED=n` generates other inputs, `VITE_DEEP=1` ten times as many. */
const seed = Number(import.meta.env.VITE_FUZZ_SEED ?? 1);
const isDeep = Number(import.meta.env.VITE_DEEP ?? 0) > 0;
const inputs = isDeep ? 12_000 : 1200;

type Values = Record<string, string>;

interface Input {
  readonly label: string;
  readonly request: Request;
}

/** Valid values by parameter name, for all rows. */
const fitting: Values = {
  ...{
    bbox: '-180,-90,180,90',
    size: '40,40',
    geometry: '0,0',
    mapExtent: '-180,-90,180,90',
    imageDisplay: '360,180,96',
  },
  ...{ tolerance: '2', searchText: 'a', where: '1=1', objectIds: '1', relationshipId: '0', layerDefs: '0:1=1' },
  classificationDef: '{"type":"uniqueValueDef","uniqueValueFields":["KIND"]}',
  layer: '{"id":101,"source":{"type":"mapLayer","mapLayerId":3}}',
  ...{ version: '1.3.0', crs: 'EPSG:4326', width: '40', height: '20', format: 'image/png', layers: 'Towns' },
  ...{ query_layers: 'Towns', i: '20', j: '10', info_format: 'application/json', tilematrixset: 'default028mm' },
  ...{
    tilematrix: '0',
    tilerow: '0',
    tilecol: '0',
    limit: '5',
    datetime: '2020-01-01/..',
    geometries: '0,0',
    inSR: '4326',
    outSR: '3857',
  },
};
const places: Values = {
  layer: '1',
  row: '1',
  level: '0',
  col: '0',
  z: '0',
  y: '0',
  x: '0',
  collectionId: '1',
  featureId: '1',
  style: 'default',
  id: '1',
};

/** Return a value for a parameter: a valid one, a changed one, or one that is always invalid. */
function spoiltValue(random: Random, name: string): string {
  const sound = fitting[name] ?? places[name];
  if (sound !== undefined && random.once(3)) return sound;
  return sound !== undefined && random.once(2) ? spoiltText(random, sound) : hostileText(random);
}

/** Fill in the placeholders of a path; one time in five, one of them is invalid. */
function knownValues(random: Random, pattern: string, knownValues: Values = {}): string {
  return pattern.replaceAll(/\{(\w+)[+*]?\}/g, (_, name: string) => {
    const sound = knownValues[name] ?? places[name] ?? '0';
    return encodeURIComponent((random.once(5) ? spoiltValue(random, name) : sound).replaceAll(/[\uD800-\uDFFF]/g, '?'));
  });
}

function toForm(random: Random, names: readonly string[], sound: readonly string[], always: Values): URLSearchParams {
  const form = new URLSearchParams(always);
  for (const name of sound) if (fitting[name] !== undefined) form.set(name, fitting[name]);
  for (let i = random.below(3); i >= 0 && names.length > 0; i--) {
    const name = random.pick(names);
    form.set(name, spoiltValue(random, name));
    if (random.once(20)) form.append(name, hostileText(random));
  }
  return form;
}

function makeRequest(random: Random, path: string, form: URLSearchParams, token = ''): Request {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  else if (random.once(10)) headers.authorization = random.pick(['Bearer', 'Bearer x y', 'Basic !!!', 'Digest a=b']);
  if (random.once(10)) headers.accept = random.pick(['*/*;q=x', 'text/html', 'application/geo+json', ',,,', 'a/b']);
  if (random.once(20)) headers['x-request-id'] = random.pick(['1', 'a'.repeat(400), '../..']);
  const url = `http://soapstone.test/${path}`;
  if (random.once(2)) return new Request(`${url}?${form}`, { headers });
  const bodies = [form, String(form), new Blob([spoiltText(random, String(form))]), toFormData(form)];
  const body = random.pick(bodies);
  if (body !== form && !(body instanceof FormData))
    headers['content-type'] = random.pick([
      'application/x-www-form-urlencoded',
      'application/json',
      'multipart/form-data',
      'text/xml; charset=x',
    ]);
  return new Request(url, {
    method: random.once(15) ? random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS']) : 'POST',
    headers,
    body,
  });
}

function toFormData(form: URLSearchParams): FormData {
  const data = new FormData();
  for (const [name, value] of form) data.set(name, value);
  return data;
}

const rest: readonly Asking[] = Object.entries(restRows).flatMap(([name, row]) =>
  ['servers' in row ? Object.keys(row.servers!) : ['']].flat().map((server) => (random: Random) => {
    const below = knownValues(random, row.path);
    const names = [...Object.keys(row.parameters), 'f', 'callback', 'unknown'];
    const form = toForm(random, names, Object.keys(row.parameters), {
      f: random.pick(['json', 'json', 'html', 'geojson', 'pbf', 'image']),
    });
    const path = `rest/${server ? `services/Sample/${server}/` : ''}${below}`;
    return { label: `${name} ${path}?${form}`, request: makeRequest(random, path, form) };
  }),
);

const keyed = (
  service: string,
  rows: Readonly<Record<string, { readonly parameters: object }>>,
  below: string,
): readonly Asking[] =>
  Object.entries(rows).map(([request, { parameters }]) => (random: Random) => {
    const names = [...Object.keys(parameters), 'request', 'service', 'version'];
    const form = toForm(random, names, Object.keys(parameters), { service, request });
    const path = `rest/services/Cached/MapServer/${below}?${form}`;
    return { label: path, request: new Request(`http://soapstone.test/${path}`) };
  });

const byPath = (
  below: string,
  paths: readonly { readonly path: string; readonly parameters?: object }[],
): readonly Asking[] =>
  paths.map(({ path: pattern, parameters = {} }) => (random: Random) => {
    const form = toForm(random, [...Object.keys(parameters), 'f', 'unknown'], [], {});
    const path = `rest/services/Cached/${below}/${knownValues(random, pattern)}?${form}`;
    return { label: path, request: new Request(`http://soapstone.test/${path}`) };
  });

type Asking = (random: Random) => Input;

const ogc: readonly Asking[] = [
  ...keyed('WMS', wmsRows, 'WMSServer'),
  ...keyed('WMTS', wmtsRows, 'WMTS'),
  ...byPath('MapServer/WMTS', wmtsPaths),
  ...byPath('OGCFeatureServer', Object.values(featureRows)),
];
const vectorTiles = byPath('VectorTileServer', Object.values(vectorTilePaths));

/** Tokens of the portal's accounts, and the IDs for its paths. */
interface Portal {
  readonly tokens: readonly string[];
  readonly known: Values;
}

async function openPortal(context: Context): Promise<Portal> {
  await preparePortals(context);
  const portals = await context.store.portal.all('portals');
  const host = portals.find(({ isDefault }) => isDefault)!;
  const [collaboration] = await context.store.portal.all('collaborations');
  const [workspace] = await context.store.portal.all('workspaces');
  const password = await hashPassword(secrets.password, 2);
  const account = async (username: string, role: 'member' | 'publisher') => {
    const created = context.now();
    const user = { portalId: host.id, username, fullName: '', email: '', role, disabled: false, password, created };
    await context.store.portal.write((transaction) => transaction.objectStore('users').put(user as never));
    return (await issueToken(context, { portalId: host.id, username }, 600)).token;
  };
  return {
    tokens: ['', await account('mona', 'member'), await account('paul', 'publisher')],
    known: {
      portalId: 'self',
      collaborationId: collaboration?.id ?? '',
      workspaceId: workspace?.id ?? '',
      username: 'mona',
    },
  };
}

const portalAsking = ({ tokens, known }: Portal): readonly Asking[] =>
  Object.entries(portalOperations).map(([name, row]) => (random: Random) => {
    const path = knownValues(random, row.path, known);
    const form = toForm(random, [...Object.keys(row.parameters), 'f', 'token'], [], {
      f: random.pick(['json', 'json', 'pjson', 'html']),
    });
    if ('password' in row.parameters && random.once(2)) form.set('password', secrets.password);
    return { label: `${name} ${path}?${form}`, request: makeRequest(random, path, form, random.pick(tokens)) };
  });

/** Paths for every route of the backend, also with more and fewer segments. */
const addresses: readonly Asking[] = routes
  .filter(({ name }) => !['reset', 'clock'].includes(name))
  .map(({ path: pattern }) => (random: Random) => {
    const path = spoiltPath(random, knownValues(random, pattern, { service: 'Sample' }));
    return { label: path, request: makeRequest(random, path, toForm(random, ['f', 'x'], [], {})) };
  });

function spoiltPath(random: Random, path: string): string {
  if (random.once(3)) return path;
  const segments = path.split('/');
  const position = random.below(segments.length);
  return segments
    .toSpliced(
      position,
      random.below(2),
      random.pick(['', '.', '%2f', '%', '%FF', 'arcgis', encodeURIComponent('ä'), '~x']),
    )
    .join('/');
}

test('hostile requests of every interface are answered, or refused with a reason', { timeout: 3_600_000 }, async () => {
  const lively = await livelyContext();
  const context: Context = {
    ...lively,
    passwordIterations: 2,
    fetch: () => Promise.reject(new TypeError('no network')),
  };
  const portal = await openPortal(context);
  const kinds: readonly (readonly Asking[])[] = [rest, ogc, vectorTiles, portalAsking(portal), addresses];
  const random = createSeededRandom(seed);
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const violations: string[] = [];
  for (let i = 0; i < inputs; i++) {
    const { label, request } = random.pick(random.pick(kinds))(random);
    const { result, reads, pauses } = await withTurns(context, (counting) => findViolation(counting, request, portal));
    // A long task reads the clock between its steps, and yields after ten of them.
    const waits = reads > 400 && pauses < reads / 100 ? `others had ${pauses} turns in ${reads} steps` : undefined;
    const ours = logged.mock.calls.length > 0 ? `logged: ${String(logged.mock.calls[0])}` : undefined;
    logged.mockClear();
    const violation = result ?? waits ?? ours;
    if (violation) violations.push(`${i} ${request.method} ${label.slice(0, 300)}: ${violation}`);
  }
  console.info(`seed ${seed}, ${inputs} requests`);
  expect(violations).toEqual([]);
});

/** Return the violation in an answer; undefined if there is none. */
async function findViolation(context: Context, request: Request, { tokens }: Portal): Promise<string | undefined> {
  try {
    const response = await answer(context, request);
    // The backend doesn't answer this address; the web server does.
    if (!response) return undefined;
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    if (/^image|octet-stream|protobuf|pbf|zip/.test(type))
      return response.status < 500 ? undefined : `status ${response.status}`;
    const shown = text.slice(0, 300);
    if (response.status >= 500 && !/<(?:\w+:)?Fault\b/.test(text)) return `status ${response.status}: ${shown}`;
    if (/Internal error/i.test(text)) return `internal: ${shown}`;
    if (type.includes('json')) {
      const { error } = JSON.parse(text) ?? {};
      if (error?.code >= 500 && error.code < 600) return `code ${error.code}: ${shown}`;
      if (error && !String(error.message ?? '').trim()) return `no reason: ${shown}`;
    }
    // A form on a page contains the caller's token.
    const authorization = request.headers.get('authorization') ?? '';
    const issued = tokens.find((token) => token !== '' && !authorization.endsWith(token) && text.includes(token));
    return issued ? 'shows a token' : findLeak(text);
  } catch (error) {
    return `thrown: ${String(error).slice(0, 300)}`;
  }
}
