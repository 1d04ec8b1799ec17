import { Fault } from '../contract/index.ts';
import { isEqualText } from './digest.ts';
import type { PasswordRecord } from './schema/portal-records.ts';

/** Rounds that OWASP's password storage sheet asks of PBKDF2 with SHA-256. */
const defaultIterations = 600_000;
/** Maximum rounds of a password that comes from a file: more would keep every sign-in waiting. */
export const maxPasswordIterations = 5_000_000;
const minimumLength = 8;

/** Hash a password with a salt of its own. @throws {Fault} `bad-value` when it has fewer than 8 characters */
export async function hashPassword(password: string, iterations = defaultIterations): Promise<PasswordRecord> {
  if ([...password].length < minimumLength) {
    throw new Fault('bad-value', `Password: at least ${minimumLength} characters expected, fewer found.`);
  }
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt: toBase64(salt), hash: await derive(password, salt, iterations), iterations };
}

/**
 * Tell whether a password is the one of the record. Without a record it takes as long and says no, so that the time
 * does not tell which accounts there are.
 */
export async function isPassword(
  password: string,
  record: PasswordRecord | undefined,
  iterations = defaultIterations,
): Promise<boolean> {
  if (!record) {
    await derive(password, new Uint8Array(16), iterations);
    return false;
  }
  const salt = Uint8Array.from(atob(record.salt), (character) => character.charCodeAt(0));
  return isEqualText(await derive(password, salt, record.iterations), record.hash);
}

/** A password for people to write down: four groups of four letters and digits that cannot be confused. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  let text = '';
  // Bytes that would favour the first letters are skipped.
  const most = 256 - (256 % letters.length);
  while (text.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < most && text.length < 16) text += letters[byte % letters.length];
    }
  }
  return text.replace(/(....)(?=.)/g, '$1-');
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'));
  // An empty key is refused by some engines; no account has an empty password.
  const key = await crypto.subtle.importKey('raw', bytes.length ? bytes : new Uint8Array(1), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256);
  return toBase64(new Uint8Array(bits));
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
