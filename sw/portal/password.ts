import type { Context } from '../context.ts';
import { Fault, wrongValue } from '../contract/index.ts';
import { isEqualText, sha256 } from './digest.ts';
import type { PasswordRecord } from './schema/portal-records.ts';

/** Iterations that OWASP's password storage cheat sheet recommends for PBKDF2 with SHA-256. */
const defaultIterations = 600_000;
const minimumLength = 8;

/**
 * Hash a password with a random salt.
 *
 * @throws {Fault} `bad-value` when it has fewer than 8 characters
 */
export async function hashPassword(password: string, iterations = defaultIterations): Promise<PasswordRecord> {
  if ([...password].length < minimumLength) {
    throw wrongValue('bad-value', 'Password', `at least ${minimumLength} characters`, `${[...password].length}`);
  }
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt: toBase64(salt), hash: await derive(password, salt, iterations), iterations };
}

/**
 * Check a password against a record.
 *
 * Without a record it takes equally long and returns false, so that the time doesn't reveal which accounts exist.
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

/** Generate a password that is easy to write down: four groups of four letters and digits that look different. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  let text = '';
  // Skip bytes that would make the first characters more likely.
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
  // Some engines refuse an empty key. No account has an empty password.
  const key = await crypto.subtle.importKey('raw', bytes.length ? bytes : new Uint8Array(1), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256);
  return toBase64(new Uint8Array(bits));
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Setting that stores recent wrong passwords. Backups don't contain it. */
const wrongPasswordsSetting = 'wrong-passwords';

const freeTries = 5;
const maxTries = 25;
const maxPauseMs = 30_000;
const lockedMs = 5 * 60_000;
const forgottenMs = 15 * 60_000;
/** Key of the count of wrong passwords for all accounts together. */
const all = 'all';

/** Number of wrong passwords in a row, and the time of the last wrong password in epoch milliseconds. */
interface Tries {
  readonly wrong: number;
  readonly at: number;
}
type Counts = Readonly<Record<string, Tries>>;

/**
 * Check a password unless there were too many wrong passwords.
 *
 * After five wrong passwords for an account, or for all accounts together, each further try requires a pause of 1, 2,
 * 4, up to 30 seconds. After 25 wrong passwords, the pause is five minutes. Counts expire after 15 minutes without a
 * wrong password, and the right password resets the count of its account.
 *
 * A try counts as wrong before it is checked, so that neither parallel tries nor a stopped worker can bypass the limit.
 *
 * @param username of an account, which doesn't have to exist
 * @returns the result of `check`; undefined for a wrong password
 * @throws {Fault} `too-many-tries` during a pause, also for the right password
 */
export async function checkTried<T>(
  context: Context,
  { portalId, username }: { readonly portalId: string; readonly username: string },
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = await sha256(`${portalId}\n${username}`);
  let waitMs = 0;
  await context.store.changeSetting<Counts>(wrongPasswordsSetting, (before) => {
    const now = context.now();
    const counts = fresh(before, now);
    waitMs = Math.max(computeWaitMs(counts[all], now), computeWaitMs(counts[account], now));
    if (waitMs > 0) return counts;
    return { ...counts, [all]: oneMore(counts[all], now), [account]: oneMore(counts[account], now) };
  });
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new Fault('too-many-tries', `Too many wrong passwords. Try again in ${seconds} s.`, { seconds });
  }
  const result = await check();
  if (result === undefined) return undefined;
  await context.store.changeSetting<Counts>(wrongPasswordsSetting, (before) => {
    const { [account]: accountTries, [all]: together, ...counts } = fresh(before, context.now());
    const wrong = (together?.wrong ?? 0) - (accountTries?.wrong ?? 0);
    return together && wrong > 0 ? { ...counts, [all]: { ...together, wrong } } : counts;
  });
  return result;
}

/** Return the counts that haven't expired. If the clock was set back, pauses start again but don't become longer. */
function fresh(counts: Counts | undefined, now: number): Counts {
  const entries = Object.entries(counts ?? {}).map(
    ([key, { wrong, at }]) => [key, { wrong, at: Math.min(at, now) }] as const,
  );
  return Object.fromEntries(entries.filter(([, { at }]) => now - at < forgottenMs));
}

const oneMore = (tries: Tries | undefined, now: number): Tries => ({ wrong: (tries?.wrong ?? 0) + 1, at: now });

function computeWaitMs(tries: Tries | undefined, now: number): number {
  if (!tries || tries.wrong < freeTries) return 0;
  const pauseMs = tries.wrong < maxTries ? Math.min(1000 * 2 ** (tries.wrong - freeTries), maxPauseMs) : lockedMs;
  return Math.max(0, tries.at + pauseMs - now);
}
