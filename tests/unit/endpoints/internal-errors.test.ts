import { expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { toFault } from '../../../sw/contract/index.ts';

const broken = new TypeError('x is not a function');
const context = {
  base: '/',
  now: () => 0,
  get store() {
    throw broken;
  },
} as unknown as Context;

const soap =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:GetMapCount xmlns:t="urn:gis:schemas/3.2.0"/></s:Body></s:Envelope>';
const post = () => new Request('https://maps.test/services/World/MapServer', { method: 'POST', body: soap });

test.each([
  ['a service by SOAP', post, /Internal error: x is not a function/],
  [
    'a service by GET',
    () => new Request('https://maps.test/services/World/MapServer?f=json'),
    /"messageCode":"internal"/,
  ],
  ['the portal', () => new Request('https://maps.test/portals?f=json'), /"messageCode":"internal"/],
])('a mistake of ours is answered, and stands in the console once with its stack: %s', async (_, request, expected) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());

  const response = (await answer(context, request()))!;

  expect(await response.text()).toMatch(expected);
  expect(log.mock.calls).toEqual([[broken]]);
});

test('what is no fault is the cause of one, and a request given up is not logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const parameters = AbortSignal.abort();

  const fault = toFault(parameters.reason, parameters);

  expect(fault).toMatchObject({ code: 'internal', cause: parameters.reason });
  expect(toFault(fault)).toBe(fault);
  expect(log).not.toHaveBeenCalled();
});
