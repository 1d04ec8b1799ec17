import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RelayAccess } from '../../src/relay/frames.ts';
import type { Refusal } from './gate.ts';

/** Carries the token where the password of a basic authorization does not. */
const tokenHeader = 'x-soapstone-token';

/** Headers of a proxy, behind which anyone may be. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a request comes from this computer, and not through a proxy on it. */
export const isHere = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined);

/** The longest an answer to a wrong token waits. */
const maxPauseMs = 4000;
/** Addresses whose wrong tokens are counted; the oldest is forgotten first. */
const maxAddresses = 1000;

/**
 * Make the check of who may ask for the maps. Wrong tokens are answered later and later, and written down at the 1st, 10th, 100th …
 *
 * @param say   gets a line for the owner of the maps
 * @param pause waits a number of milliseconds
 */
export function createAccess(say: (line: string) => void, pause: (ms: number) => Promise<unknown>) {
  const wrong = new Map<string, number>();

  /** Return why the owner of the maps does not let a program ask, or undefined. */
  return async (request: IncomingMessage, { isOpen, needsToken, token }: RelayAccess): Promise<Refusal | undefined> => {
    if (!isOpen)
      return { status: 403, message: 'Programs are not answered: the switch on the page of the maps is off.' };
    const shown = shownToken(request);
    if ((isHere(request) && !needsToken) || isSame(shown, token)) return undefined;
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

function shownToken({ headers }: IncomingMessage): string {
  const shown = headers[tokenHeader];
  if (typeof shown === 'string') return shown;
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return basic
    ? Buffer.from(basic, 'base64')
        .toString()
        .replace(/^[^:]*:/s, '')
    : '';
}

/** Compare a secret with what a request shows, in a time that does not tell how much of it is right. */
export function isSame(shown: string, secret: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Proves that a request comes from a page of this computer at our own address: browsers neither send the cookie from a frame in
 * a page of another site nor accept it there. It differs from the secret of the socket, because other programs at other ports of
 * `localhost` get cookies as well.
 */
interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** Value of a `set-cookie` header. */
  readonly header: string;
  isShownBy(request: IncomingMessage): boolean;
}

/** Make a cookie for this run of the program. */
export function createPageCookie(port: number, path: string): PageCookie {
  const name = `soapstone-page-${port}`;
  const value = randomBytes(32).toString('base64url');
  return {
    name,
    value,
    header: `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict`,
    isShownBy(request) {
      const cookies = (request.headers.cookie ?? '').split(/;\s*/);
      return isHere(request) && cookies.some((cookie) => isSame(cookie, `${name}=${value}`));
    },
  };
}
