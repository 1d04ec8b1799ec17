import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { sampleContext } from '../sample-context.ts';

/** Return the sample context with a clock that advances by a millisecond at each read, so that long tasks yield. */
export async function livelyContext(): Promise<Context> {
  let ms = Date.UTC(2026, 0, 1);
  const yieldNow = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  return { ...(await sampleContext()), now: () => ms++, yieldNow };
}

/** Create a POST request with a SOAP message, or with an element to wrap into one, for a service of the sample. */
export function requestTo(service: string, body: string): Request {
  const message = body.includes('Envelope')
    ? body
    : `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const url = `http://soapstone.test/services/${service}/MapServer`;
  return new Request(url, { method: 'POST', headers, body: message });
}

/** Return a function that sends a small request, as another client would. */
export const ping = (context: Context) => async () =>
  (await answer(context, requestTo('Sample', '<GetMapCount xmlns="urn:gis:schemas/3.2.0"/>')))!;
