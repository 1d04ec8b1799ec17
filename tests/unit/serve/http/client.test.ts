import { expect, test } from 'vitest';
import { clientOf } from '../../../../serve/http/client.ts';

const from = (remoteAddress: string, headers: Record<string, string>) => ({
  socket: { remoteAddress } as never,
  headers: { host: 'localhost:8080', ...headers },
});

test('a client of this computer is local, unless a proxy forwards it', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(clientOf(from(address, {}), false, undefined)).toEqual({
      host: 'localhost:8080',
      origin: 'http://localhost:8080',
      isLocal: true,
      address: address.replace('::ffff:', ''),
    });
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])
    expect(clientOf(from('127.0.0.1', { [name]: 'x' }), false, undefined).isLocal, name).toBe(false);
  for (const address of ['10.0.0.2', '::ffff:10.0.0.2', 'fe80::1'])
    expect(clientOf(from(address, {}), true, undefined)).toMatchObject({
      origin: 'https://localhost:8080',
      isLocal: false,
    });
});

test('only the named proxy says how a client reached it, by the value that it added itself', () => {
  const headers = {
    'x-forwarded-host': 'evil.example, Maps.example',
    'x-forwarded-proto': 'http, https',
    'x-forwarded-for': '1.2.3.4, 10.0.0.5',
  };
  expect(clientOf(from('::ffff:10.0.0.9', headers), false, '10.0.0.9')).toEqual({
    host: 'maps.example',
    origin: 'https://maps.example',
    isLocal: false,
    address: '10.0.0.5',
  });
  expect(clientOf(from('10.0.0.8', headers), false, '10.0.0.9')).toMatchObject({
    origin: 'http://localhost:8080',
    address: '10.0.0.8',
  });
  expect(clientOf(from('127.0.0.1', {}), false, '127.0.0.1')).toMatchObject({
    origin: 'http://localhost:8080',
    isLocal: false,
  });
});
