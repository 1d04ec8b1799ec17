import { Fault } from '../sw/contract/fault.ts';
import { faultEnvelope } from '../sw/soap/envelope.ts';
import type { Reply } from './exchange.ts';

const encoder = new TextEncoder();

/**
 * Answer a problem between the program and the backend. A SOAP message gets a SOAP fault of its version, because
 * toolkits show nothing else. Other requests get text.
 *
 * @param type content type of the request; empty if it has none
 */
export function problemReply(method: string, type: string, status: number, message: string): Reply {
  const version = /^application\/soap\+xml/i.test(type) ? '1.2' : /^text\/xml/i.test(type) ? '1.1' : undefined;
  const isSoap = method === 'POST' && version !== undefined;
  const body = isSoap ? faultEnvelope(new Fault('internal', message), version) : `${message}\n`;
  const answered = isSoap ? (version === '1.2' ? 'application/soap+xml' : 'text/xml') : 'text/plain';
  return {
    status: isSoap && status !== 503 && status !== 401 ? 500 : status,
    headers: [
      ['content-type', `${answered}; charset=utf-8`],
      ['cache-control', 'no-store'],
      ...(status === 503 ? ([['retry-after', '1']] as const) : []),
      // Browsers and most toolkits then ask the user for a password, or send the one they have.
      ...(status === 401 ? ([['www-authenticate', 'Basic realm="soapstone"']] as const) : []),
    ],
    body: encoder.encode(body),
  };
}
