import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Pack a message for an address: deflated, in URL-safe base64. */
export function packRequest(xml: string): string {
  const bytes = deflateSync(strToU8(xml), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const maximumBytes = 8 * 1024 ** 2;

/** Unpack what `packRequest` made; undefined when the address was cut or changed, or holds more than 8 MB. */
export function unpackRequest(packed: string): string | undefined {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const deflated = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // Output is limited to the buffer; a message that fills it was cut.
    const bytes = inflateSync(deflated, { out: new Uint8Array(maximumBytes) });
    return bytes.length < maximumBytes ? strFromU8(bytes) : undefined;
  } catch {
    return undefined;
  }
}

export function shareLink(service: string, operation: string, xml: string): string {
  const url = new URL(location.pathname, location.href);
  url.search = new URLSearchParams({ page: 'explorer', service, operation, request: packRequest(xml) }).toString();
  return url.href;
}

/** The address of the explorer with a request written by `noteRequest`. */
export function portalShareLink(operation: string, note: string): string {
  const url = new URL(location.pathname, location.href);
  url.search = new URLSearchParams({ page: 'explorer', operation, request: packRequest(note) }).toString();
  return url.href;
}
