import { lookup } from 'node:dns';
import { Agent as HttpAgent, request as requestByHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import type { Context } from '../../sw/context.ts';
import { Fault } from '../../sw/contract/fault.ts';

/** Networks without public computers, by IANA's registries, and the address of Azure's metadata. */
const innerNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...[
    '168.63.129.16/32',
    '64:ff9b:1::/48',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/9',
    'ff00::/8',
  ],
];
/** Prefixes of IPv4 addresses in IPv6: the former form and NAT64. `BlockList` itself recognizes `::ffff:`. */
const embeddings = ['::', '64:ff9b::'];

const inner = new BlockList();
for (const network of innerNetworks) {
  const [address, bits] = network.split('/') as [string, string];
  inner.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  if (isIPv6(address)) continue;
  for (const prefix of embeddings) inner.addSubnet(prefix + address, 96 + Number(bits), 'ipv6');
}

/** Whether an IP address is one of this computer or of its network. */
function isInner(address: string): boolean {
  const plain = address.replace(/%.*/, '');
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4';
  // A firewall doesn't stop a computer from reaching itself by its public address.
  const interfaces = Object.values(networkInterfaces()).flat();
  return inner.check(plain, family) || interfaces.some((own) => own?.address === plain);
}

/** Resolve a name for a connection, unless it leads to this computer or its network. */
const lookupOuter: LookupFunction = (name, options, callback) =>
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const refusal = error ?? (addresses.some(({ address }) => isInner(address)) ? refuse(name) : null);
    if (refusal || options.all) callback(refusal, addresses ?? []);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });

const refuse = (host: string): Fault =>
  new Fault(
    'source-failed',
    `${host} is in the server's network. To allow it, start the server with --allow-fetch ${host}.`,
    {
      reason: 'not-allowed',
    },
  );

/** Connections of their own, because other requests of this process may reach any address. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
const maxSilenceMs = 60_000;

/**
 * Return a `fetch` for addresses that users choose, which reaches no computer in the network of this server. The check
 * is part of the connection, so that a name can't change in between. Redirects are errors, like in all requests of the
 * backend.
 *
 * @param allowed hosts in lower case, with or without a port, that may be in this network
 */
export function createRemoteFetch(allowed: readonly string[]): Context['fetch'] {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(input);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} isn't supported.`);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = allowed.includes(url.hostname) || allowed.includes(url.host);
    // Connections to IP addresses look nothing up.
    if (!isAllowed && isIP(name) > 0 && isInner(name)) throw refuse(url.hostname);
    const isHttps = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isHttps ? requestByHttps : requestByHttp)(url, {
        method,
        headers: { 'user-agent': 'soapstone', ...Object.fromEntries(new Headers(headers)) },
        agent: isHttps ? agents.https : agents.http,
        timeout: maxSilenceMs,
        lookup: isAllowed ? undefined : lookupOuter,
        signal: signal ?? undefined,
      });
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new TypeError(`${url.host} doesn't answer.`)));
      request.on('response', (message) => {
        const { statusCode: status = 0, headers } = message;
        try {
          if (status >= 300 && status < 400 && headers.location !== undefined)
            throw new TypeError(`${url.host} redirects to another address.`);
          const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
          const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
          if (isEmpty) message.resume();
          const content = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>);
          resolve(new Response(content, { status, headers: lines }));
        } catch (error) {
          message.destroy();
          reject(error);
        }
      });
      request.end(body);
    });
  };
}
