import type { Context } from '../context.ts';
import { hmacSha256, isEqualText, randomText } from './digest.ts';

/** Shorter than answers are remembered, so that a nonce that was used stays used. */
const validForMs = 45 * 60 * 1000;

/**
 * Make the one-time text of a form: when it was made and something random, signed for one operation's path. Nothing
 * is stored until the form is sent, when the memory of its answer makes it used.
 */
export async function makeNonce(context: Context, pathname: string): Promise<string> {
  const head = `${context.now().toString(36)}.${randomText(12)}`;
  return `${head}.${await hmacSha256(await secretOf(context), `${head} ${pathname}`)}`;
}

/** Tell whether a nonce is one of ours, for this path, and young enough. */
export async function isNonce(context: Context, pathname: string, nonce: string): Promise<boolean> {
  const [when = '', random = '', signature = ''] = nonce.split('.');
  const age = context.now() - Number.parseInt(when, 36);
  if (!(age >= 0 && age < validForMs)) return false;
  return isEqualText(await hmacSha256(await secretOf(context), `${when}.${random} ${pathname}`), signature);
}

const secretName = 'portal-form-secret';

async function secretOf(context: Context): Promise<string> {
  const known = await context.store.setting(secretName);
  if (typeof known === 'string') return known;
  await context.store.setSetting(secretName, randomText());
  // Another page may have written as well: what is stored now counts.
  return String(await context.store.setting(secretName));
}
