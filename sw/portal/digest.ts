const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Return the SHA-256 of a text or bytes in hex. */
export async function sha256(content: string | BufferSource): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/**
 * Return the HMAC-SHA-256 of a text in hex, with the UTF-8 bytes of a secret as the key. An empty secret signs with an
 * empty key.
 */
export async function hmacSha256(secret: string, content: string): Promise<string> {
  // An empty key can't be imported. One zero byte is the same key, because keys are padded with zeros.
  const bytes = secret === '' ? new Uint8Array(1) : new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))));
}

/** Return a random text that can't be guessed, in URL-safe characters. */
export function randomText(bytes = 32): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...values))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Compare two texts in constant time, so that the time doesn't reveal the first difference. */
export function isEqualText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.max(a.length, b.length); i++) difference |= (a.charCodeAt(i) || 0) ^ (b.charCodeAt(i) || 0);
  return difference === 0;
}
