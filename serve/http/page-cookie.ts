import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isHere } from './access.ts';
import { isSame } from './is-same.ts';

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
