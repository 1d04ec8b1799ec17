import { expect, test } from 'vitest';
import { foreignHost, foreignPage, preflightHeaders, readerHeaders } from '../../../../serve/http/gate.ts';

const allowed = 'http://localhost:5173';
const policy = { port: 4747, allowedHosts: ['maps.example'], allowedOrigins: [allowed] };
const facts = (headers: Record<string, string>, url = '/services?f=json', method = 'GET') => {
  const { host = 'localhost:4747' } = headers;
  return {
    headers: { host, ...headers },
    url,
    method,
    host,
    origin: `http://${host}`,
    isLocal: true,
    address: '127.0.0.1',
  };
};
const status = (...given: Parameters<typeof facts>) => foreignPage(facts(...given), policy)?.status ?? 200;

test.each<[string, Record<string, string>, number]>([
  ['a program', {}, 200],
  ['our own page', { origin: 'http://localhost:4747' }, 200],
  ['a page without a name', { origin: 'null' }, 403],
  ['an allowed page', { origin: allowed }, 200],
  ['another page', { origin: 'http://localhost:5174' }, 403],
  ['an image of an allowed page', { 'sec-fetch-site': 'same-site', referer: `${allowed}/` }, 200],
  ['an image of an allowed page, elsewhere', { 'sec-fetch-site': 'cross-site', referer: `${allowed}/map` }, 200],
  ['an image of another page', { 'sec-fetch-site': 'same-site', referer: 'http://localhost:5174/' }, 403],
  ['an image of a page that does not say which', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a way over another site', { 'sec-fetch-site': 'cross-site', referer: 'http://localhost:4747/' }, 403],
  ['an origin that is not allowed, and a referer that is', { origin: 'http://evil.test', referer: allowed }, 403],
  ['an address that a person types', { 'sec-fetch-site': 'none' }, 200],
  ['our own image', { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:4747/' }, 200],
  ['an image without TLS', { referer: 'http://evil.test/' }, 403],
  ['an image without TLS of an allowed page', { referer: `${allowed}/` }, 200],
  ['our own image without TLS', { host: 'maps.example', referer: 'http://maps.example/services' }, 200],
  ['a program with a name for a referer', { referer: '@esri/arcgis-rest-js' }, 200],
  ['a program with a bound token', { referer: 'http://app.test/', authorization: 'Bearer x' }, 200],
  ['a page with a password that was typed', { referer: 'http://evil.test/', authorization: 'Basic eDp5' }, 403],
])('%s', (_, headers, expected) => {
  expect(status(headers)).toBe(expected);
});

test('a token in the address comes from a program, whatever its referer', () => {
  expect(status({ referer: 'http://app.test/' }, '/services?f=json&Token=x')).toBe(200);
  expect(status({ referer: 'http://app.test/', 'sec-fetch-site': 'cross-site' }, '/services?token=x')).toBe(403);
});

test('other names of the server are refused unless they are allowed, whatever the scheme', () => {
  const hostStatus = (host: string, origin = `http://${host}`) =>
    foreignHost({ ...facts({ host }), origin }, policy)?.status ?? 200;
  for (const host of ['localhost:4747', '127.0.0.1:4747', '[::1]:4747', 'a.localhost:4747', 'maps.example:1'])
    expect(hostStatus(host), host).toBe(200);
  for (const host of ['localhost', 'localhost:1', 'evil.example', '10.0.0.2:4747', '', 'localhost.evil.example:4747'])
    expect(hostStatus(host), host).toBe(403);
  const secure = { ...policy, port: 443 };
  expect(foreignHost({ ...facts({ host: 'localhost' }), origin: 'https://localhost' }, secure)).toBe(undefined);
  expect(foreignHost({ ...facts({ host: 'localhost' }), origin: 'http://localhost' }, secure)?.status).toBe(403);
});

test('a page of the same host by the other scheme is another page', () => {
  const secure = { ...facts({ origin: 'http://maps.example', host: 'maps.example' }), origin: 'https://maps.example' };
  expect(foreignPage(secure, policy)?.status).toBe(403);
  const own = { ...facts({ origin: 'https://maps.example', host: 'maps.example' }), origin: 'https://maps.example' };
  expect(foreignPage(own, policy)).toBe(undefined);
});

test('only pages of an allowed origin are told that they may read', () => {
  const defaults = [['cross-origin-resource-policy', 'same-origin']];
  expect(readerHeaders(facts({}), policy)).toEqual(defaults);
  expect(readerHeaders(facts({ origin: 'http://evil.test' }), policy)).toEqual(defaults);
  const image = facts({ 'sec-fetch-site': 'same-site', referer: `${allowed}/` });
  expect(readerHeaders(image, policy)).toEqual([['cross-origin-resource-policy', 'cross-origin']]);
  expect(readerHeaders(facts({ origin: allowed }), policy)).toContainEqual(['access-control-allow-origin', allowed]);
  const preflight = { 'access-control-request-method': 'POST' };
  expect(preflightHeaders(facts({ ...preflight, origin: 'http://evil.test' }, '/', 'OPTIONS'), policy)).toBe(undefined);
  expect(preflightHeaders(facts({ ...preflight, origin: allowed }, '/', 'OPTIONS'), policy)).toContainEqual([
    'access-control-allow-origin',
    allowed,
  ]);
});
