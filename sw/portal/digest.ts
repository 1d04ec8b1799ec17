const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a text or bytes, hexadecimal. */
export async function sha256(content: string | BufferSource): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** HMAC-SHA-256 of a text with the UTF-8 bytes of a secret, hexadecimal. An empty secret signs with an empty key. */
export async function hmacSha256(secret: string, content: string): Promise<string> {
  // An empty key cannot be imported; one zero byte is the same key, since keys are filled up with zeros.
  const bytes = secret === '' ? new Uint8Array(1) : new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))));
}

/** A text that cannot be guessed, in characters that need no escaping in addresses. */
export function randomText(bytes = 32): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...values))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Compare in constant time, which does not reveal where the first difference is. */
export function isEqualText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.max(a.length, b.length); i++) difference |= (a.charCodeAt(i) || 0) ^ (b.charCodeAt(i) || 0);
  return difference === 0;
}
