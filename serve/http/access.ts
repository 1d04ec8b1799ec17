import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RelayAccess } from '../../src/relay/frames.ts';
import type { Refusal } from './gate.ts';

/** Header with the token, for clients that can't use a password of basic authorization. */
const tokenHeader = 'x-soapstone-token';

/** Headers that proxies add. A request through a proxy may come from anyone. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Check whether a request comes directly from this computer, not through a proxy on it. */
export const isLocalRequest = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined);

/** Maximum delay of the answer to a wrong token. */
const maxPauseMs = 4000;
/** Maximum number of addresses whose wrong tokens are counted. The oldest is dropped first. */
const maxAddresses = 1000;

/**
 * Create the check for access to the maps. Wrong tokens are answered with increasing delay, and logged at the 1st,
 * 10th, 100th …
 *
 * @param say receives a line for the owner of the maps
 * @param pause waits a number of milliseconds
 */
export function createAccess(say: (line: string) => void, pause: (ms: number) => Promise<unknown>) {
  const wrong = new Map<string, number>();

  /** Return the refusal if the owner's settings don't allow a request; otherwise undefined. */
  return async (request: IncomingMessage, { isOpen, needsToken, token }: RelayAccess): Promise<Refusal | undefined> => {
    if (!isOpen)
      return { status: 403, message: 'Programs are not answered: the switch on the page of the maps is off.' };
    const shown = readToken(request);
    if ((isLocalRequest(request) && !needsToken) || isSame(shown, token)) return undefined;
    if (shown !== '') {
      const address = request.socket.remoteAddress ?? '';
      const count = (wrong.get(address) ?? 0) + 1;
      wrong.delete(address);
      wrong.set(address, count);
      if (wrong.size > maxAddresses) wrong.delete(wrong.keys().next().value!);
      if (Number.isInteger(Math.log10(count))) say(`Wrong token from ${address} (${count} so far).`);
      await pause(Math.min(maxPauseMs, 125 * 2 ** Math.min(count, 10)));
    }
    const message = `The token of these maps is needed, as the password of a basic authorization or in ${tokenHeader}.`;
    return { status: 401, message };
  };
}

function readToken({ headers }: IncomingMessage): string {
  const shown = headers[tokenHeader];
  if (typeof shown === 'string') return shown;
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return basic
    ? Buffer.from(basic, 'base64')
        .toString()
        .replace(/^[^:]*:/s, '')
    : '';
}

/** Compare a secret in constant time, so that the duration reveals nothing about it. */
export function isSame(shown: string, secret: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * A cookie that proves that a request comes from a page of this computer at this address. Browsers neither send nor
 * accept it in frames on pages of other sites. It differs from the secret of the socket, because programs at other
 * ports of `localhost` also get cookies.
 */
interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** Value of a `set-cookie` header. */
  readonly header: string;
  isShownBy(request: IncomingMessage): boolean;
}

/** Create a cookie for this run of the program. */
export function createPageCookie(port: number, path: string): PageCookie {
  const name = `soapstone-page-${port}`;
  const value = randomBytes(32).toString('base64url');
  return {
    name,
    value,
    header: `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict`,
    isShownBy(request) {
      const cookies = (request.headers.cookie ?? '').split(/;\s*/);
      return isLocalRequest(request) && cookies.some((cookie) => isSame(cookie, `${name}=${value}`));
    },
  };
}
