import type { Context } from '../context.ts';
import { hmacSha256, isEqualText, randomText } from './digest.ts';

/** Lifetime of a nonce. It is shorter than the lifetime of stored responses, so that a nonce can't be used twice. */
const validForMs = 45 * 60 * 1000;

/**
 * Create the nonce of a form: its time and a random text, signed for the path of an operation.
 *
 * Nothing is stored until the form is sent. Then the stored response shows that the nonce was used.
 */
export async function makeNonce(context: Context, pathname: string): Promise<string> {
  const head = `${context.now().toString(36)}.${randomText(12)}`;
  return `${head}.${await hmacSha256(await getOrCreateSecret(context), `${head} ${pathname}`)}`;
}

/** Check whether a nonce was issued by this app, for this path, and hasn't expired. */
export async function isNonce(context: Context, pathname: string, nonce: string): Promise<boolean> {
  const [when = '', random = '', signature = ''] = nonce.split('.');
  const age = context.now() - Number.parseInt(when, 36);
  if (!(age >= 0 && age < validForMs)) return false;
  return isEqualText(await hmacSha256(await getOrCreateSecret(context), `${when}.${random} ${pathname}`), signature);
}

const secretName = 'portal-form-secret';

async function getOrCreateSecret(context: Context): Promise<string> {
  const storedSecret = await context.store.setting(secretName);
  if (typeof storedSecret === 'string') return storedSecret;
  return context.store.changeSetting<string>(secretName, (current) => current ?? randomText());
}
