import { type OperationName, operations, type RequestOf, type ResponseOf } from '../../sw/contract/index.ts';
import { type AskOptions, ask, defaultTimeoutMs, endpointPath, withTimeout } from './ask.ts';
import { getBaseUrl } from './base-url.ts';
import type { Access } from './bridge-protocol.ts';
import { type BridgeTransport, bridgeTransport } from './bridge-transport.ts';
import { ClientError } from './client-error.ts';
import type { Transport, TransportRequest } from './transport.ts';
import { workerTransport } from './worker-transport.ts';

export interface ConnectOptions {
  /** Path of the app on this origin, `/` or `/maps/`, or the full address of its page. */
  readonly base?: string;
  /** Address of `bridge.html` on another origin, instead of `base`. */
  readonly bridge?: string;
  /** Service for the operations. Default: `World`. */
  readonly service?: string;
  /** Rights that the bridge requests from the user. Default: `read`. */
  readonly access?: Access;
  /** Accept the separate portal that some browsers create for a frame on another site. */
  readonly acceptPartitioned?: boolean;
  /** Timeout of an answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Token for protected services. */
  readonly token?: string;
}

type Operations = {
  readonly [O in OperationName]: (
    request: RequestOf<O>,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ) => Promise<ResponseOf<O>>;
};

/** A service with a method for each operation. */
export interface Client extends Operations {
  /** The connection to the server, and the data that it can access. */
  readonly connection: {
    readonly kind: Transport['kind'];
    readonly base: string;
    /** False if the browser keeps a separate portal for this site. */
    readonly isFirstParty: boolean;
    /** Only for bridges. Connections with the same ID see the same maps. */
    readonly dataId?: string;
  };
  /** Address of the service for users and other programs. */
  readonly url: string;
  /** Return a client for another service over the same connection. */
  on(service: string): Client;
  /** Fetch any other route below the base: the catalogue, tiles, `portals/...`. */
  fetch(path: string, request?: TransportRequest & { readonly timeoutMs?: number }): Promise<Response>;
  /** List the services of the catalogue. */
  services(): Promise<readonly { readonly name: string; readonly title: string; readonly url: string }[]>;
  close(): void;
}

/**
 * Connect to a map server: to the worker of this origin with `base`, or to another origin's with `bridge`.
 *
 * ```js
 * const client = await connect({ base: '/', service: 'World' });
 * const { Result } = await client.GetServerInfo({ MapName: 'World' });
 * ```
 *
 * @throws {ClientError} `no-worker`; with a bridge `needs-gesture`, `origin-not-allowed`, `bridge-closed`, `timeout`
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const transport: Transport | BridgeTransport = options.bridge
    ? await bridgeTransport({
        bridge: options.bridge,
        access: options.access ?? 'read',
        acceptPartitioned: options.acceptPartitioned ?? false,
        timeoutMs,
      })
    : await workerTransport(baseFolder(options.base ?? '/'));
  return makeClient(transport, options.service ?? 'World', { timeoutMs, token: options.token });
}

/**
 * Return the address of a folder, with a trailing slash and no query: `/maps` and `/maps/?service=World` become
 * `/maps/`.
 */
function baseFolder(base: string): string {
  const { origin, pathname } = new URL(base, getBaseUrl());
  return `${origin}${pathname.replace(/\/?$/, '/')}`;
}

type Defaults = AskOptions & { readonly timeoutMs: number };

/** Creates additional methods for a client of one service. */
export type ClientMethods = (transport: Transport, service: string, defaults: Defaults) => object;

const added: ClientMethods[] = [];

/** Add methods to every client created from now on. */
export function addMethods(methods: ClientMethods): void {
  added.push(methods);
}

function makeClient(transport: Transport | BridgeTransport, service: string, defaults: Defaults): Client {
  const methods = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((operation) => [
      operation,
      async (request: RequestOf<OperationName>, options: AskOptions = {}) =>
        ask(transport, service, operation, request, { ...defaults, ...options }),
    ]),
  ) as unknown as Operations;
  const client: Client = {
    ...methods,
    ...Object.assign({}, ...added.map((more) => more(transport, service, defaults))),
    connection: {
      kind: transport.kind,
      base: transport.base,
      isFirstParty: 'isFirstParty' in transport ? transport.isFirstParty : true,
      dataId: 'dataId' in transport ? transport.dataId : undefined,
    },
    url: transport.base + endpointPath(service),
    on: (other) => makeClient(transport, other, defaults),
    fetch: (path, { timeoutMs = defaults.timeoutMs, signal, ...request } = {}) =>
      withTimeout(path, request, signal, timeoutMs, (combined) =>
        transport.send(path.replace(/^\//, ''), {
          ...request,
          headers: { 'x-request-id': crypto.randomUUID(), ...request.headers },
          signal: combined,
        }),
      ),
    async services() {
      const response = await client.fetch('services?f=json');
      const answer = (await response.json()) as { services?: { name: string; title: string; url: string }[] };
      if (answer.services) return answer.services;
      throw new ClientError('no-answer', 'The catalogue could not be read.', 'services');
    },
    close: () => transport.close(),
  };
  return client;
}
