import { afterAll, vi } from 'vitest';
import type { OperationName, RequestOf, ResponseOf } from '../../../sw/contract/index.ts';
import { decodeRequest } from '../../../sw/soap/decode.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { openEnvelope, readOperationName, sealEnvelope } from '../../../sw/soap/envelope.ts';

/** A request as received by the page's service worker, parsed if it is a SOAP message. */
export interface Received {
  readonly request: Request;
  /** The message as received. */
  readonly body: string;
  readonly operation?: OperationName;
  readonly content?: RequestOf<OperationName>;
}

/** Stub the browser around the page: an address, storage, and a service worker that responds with `respond`. */
export function hostPage(respond: (received: Received) => Promise<Response> | Response): void {
  const listening = { addEventListener() {}, removeEventListener() {}, postMessage() {} };
  const registration = { ...listening, active: { ...listening, state: 'activated' }, update: async () => undefined };
  const serviceWorker = { ...listening, controller: listening, register: async () => registration };
  const storage = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };
  // Test files share their globals.
  afterAll(() => vi.unstubAllGlobals());
  vi.stubGlobal('location', new URL('http://soapstone.test/'));
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true, serviceWorker });
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('document', { ...listening, visibilityState: 'visible', querySelector: () => null });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = new Request(new URL(input, location.href), init);
    const body = await request.clone().text();
    const response = await respond({ request, body, ...read(body) });
    const headers = new Headers(response.headers);
    headers.set('x-soapstone', 'test');
    return new Response(response.body, { status: response.status, headers });
  });
}

function read(body: string): Pick<Received, 'operation' | 'content'> {
  if (!body.startsWith('<')) return {};
  const { element, dialect } = openEnvelope(body, 'text/xml');
  const operation = readOperationName(element);
  return { operation, content: decodeRequest(operation, element, dialect) };
}

/** Make the SOAP response of an operation. */
export const soapAnswer = <O extends OperationName>(operation: O, response: ResponseOf<O>): Response =>
  new Response(sealEnvelope(encodeResponse(operation, response)), { headers: { 'content-type': 'text/xml' } });

/** Make the SOAP response with the service's maximum number of rows. */
export const limitAnswer = (value: number): Response =>
  soapAnswer('GetServiceConfigurationInfo', {
    Result: { PropertyArray: [{ Key: 'MaximumRecordCount', Value: { type: 'int', value } }] },
  });
