import type { Exchange, Reply } from '../../../../serve/exchange.ts';

let lastId = 0;
const root = 'http://localhost:4173';

/** Make a request as parsed by the server. A body makes it a POST, as a SOAP message unless a type is given. */
export function makeExchange(path: string, body?: string, type = 'text/xml; charset=utf-8'): Exchange {
  return {
    id: ++lastId,
    receivedAt: Date.now(),
    method: body === undefined ? 'GET' : 'POST',
    url: new URL(root + path),
    headers: body === undefined ? [] : [['content-type', type]],
    body: body === undefined ? undefined : new TextEncoder().encode(body),
    signal: new AbortController().signal,
  };
}

/** Make a SOAP message with one operation; version 1.2 uses the namespace of Esri's clients. */
export const message = (operation: string, content = '', version: '1.1' | '1.2' = '1.1'): string => {
  const namespace =
    version === '1.1' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
  const types = version === '1.1' ? 'urn:gis:schemas/3.2.0' : 'http://www.esri.com/schemas/ArcGIS/10.8';
  return `<s:Envelope xmlns:s="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:${operation} xmlns:t="${types}">${content}</t:${operation}></s:Body></s:Envelope>`;
};

export const form = 'application/x-www-form-urlencoded';

export const textReply = (text: string, type = 'text/xml; charset=utf-8', status = 200): Reply => ({
  status,
  headers: [['content-type', type]],
  body: new TextEncoder().encode(text),
});

/** Read a reply's bytes as text. */
export async function readReplyText({ body }: Reply): Promise<string> {
  const pieces: Uint8Array[] = [];
  if (body instanceof Uint8Array) pieces.push(body);
  else if (body) for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
