import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RelayAccess } from '../../src/relay/frames.ts';
import type { Refusal } from './gate.ts';

/** Carries the token where the password of a basic authorization does not. */
const tokenHeader = 'x-soapstone-token';

/** Say why the owner of the maps does not let a program ask, or nothing. */
export function closedTo(request: IncomingMessage, { isOpen, needsToken, token }: RelayAccess): Refusal | undefined {
  if (!isOpen) return { status: 403, message: 'Programs are not answered: the switch on the page of the maps is off.' };
  const isHere = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  if ((isHere && !needsToken) || isSame(shownToken(request), token)) return undefined;
  const message = `The token of these maps is needed, as the password of a basic authorization or in ${tokenHeader}.`;
  return { status: 401, message };
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

/** In a time that does not tell how much of it is right. */
function isSame(shown: string, token: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
