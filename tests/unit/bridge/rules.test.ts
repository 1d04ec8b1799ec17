import { describe, expect, test } from 'vitest';
import { isAllowed } from '../../../src/bridge/origins.ts';
import { pickPassedHeaders, whyRefused } from '../../../src/bridge/rules.ts';

describe('an origin that may read', () => {
  test.each([
    ['services', 'GET'],
    ['services?f=json', 'GET'],
    ['services/World/MapServer', 'POST'],
    ['services/World/MapServer/tile/0/0/0', 'GET'],
    ['arcgis/services/World/MapServer', 'POST'],
    ['output/0123.png', 'GET'],
  ])('may ask %s by %s', (path, method) => {
    expect(whyRefused('/maps/', path, method, 'read')).toBeUndefined();
  });

  test.each([
    ['admin/services', 'POST'],
    ['admin/services/World', 'DELETE'],
    ['portals/self/removeResource', 'POST'],
    ['portals', 'GET'],
    ['services/World/MapServer/tile/0/0/0', 'POST'],
    ['services', 'DELETE'],
    ['index.html', 'GET'],
  ])('may not ask %s by %s', (path, method) => {
    expect(whyRefused('/maps/', path, method, 'read')).toMatch(/reading/);
  });
});

test.each([
  ['../other/services', 'GET'],
  ['//elsewhere.test/services', 'GET'],
  ['https://elsewhere.test/maps/services', 'GET'],
  ['services/%2e%2e/%2e%2e/other', 'GET'],
])('nobody gets out of the map server by %s', (path, method) => {
  expect(whyRefused('/maps/', path, method, 'administer')).toBeDefined();
});

test.each([
  'generateToken',
  'sharing/rest/generateToken',
  'portals/self/generateToken',
  'admin/origins',
  'admin/origins?origin=x',
  'admin/backup',
  'x/admin/backup',
  'arcgis/admin/origins',
  'session',
  'session?f=json',
])('nobody gets a token, the session or the list of origins by %s', (path) => {
  expect(whyRefused('/maps/', path, 'POST', 'administer')).toMatch(/closed/);
});

test('an origin is allowed what the user said, and what is less', () => {
  const state = { dataId: 'x', origins: [{ origin: 'https://a.test', access: 'read' as const, allowedAt: 0 }] };
  expect(isAllowed(state, 'https://a.test', 'read')).toBe(true);
  expect(isAllowed(state, 'https://a.test', 'administer')).toBe(false);
  expect(isAllowed(state, 'https://a.test:8443', 'read')).toBe(false);
});

test('headers of another page pass when clients need them, and none that parts of the app trust', () => {
  const needed = {
    Accept: 'a',
    'Content-Type': 'b',
    SOAPAction: '',
    authorization: 'Bearer c',
    'If-None-Match': '"d"',
    'x-request-id': 'e',
  };
  const trusted = {
    'x-soapstone-key': '7',
    'x-soapstone-trace': '1',
    'x-soapstone-maximum-records': '1',
    'x-forwarded-for': '127.0.0.1',
    'x-authorization-x': 'x',
    cookie: 'x',
    '': 'x',
  };
  expect(pickPassedHeaders({ ...needed, ...trusted })).toEqual(needed);
});
