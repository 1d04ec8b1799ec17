import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { isEqualText, sha256 } from './digest.ts';
import type { PasswordRecord } from './schema/portal-records.ts';

/** Rounds that OWASP's password storage sheet asks of PBKDF2 with SHA-256. */
const defaultIterations = 600_000;
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

/** Setting that holds the wrong passwords of the last minutes; it never leaves the browser. */
const wrongPasswordsSetting = 'wrong-passwords';

const freeTries = 5;
const mostTries = 25;
const longestPauseMs = 30_000;
const lockedMs = 5 * 60_000;
const forgottenMs = 15 * 60_000;
/** Key of the count over all accounts. */
const all = 'all';

/** How many wrong passwords in a row, and when the last of them came, epoch milliseconds. */
interface Tries {
  readonly wrong: number;
  readonly at: number;
}
type Counts = Readonly<Record<string, Tries>>;

/**
 * Check a password, unless too many were wrong: after five of an account or of all together there is a pause of 1, 2, 4, up to
 * 30 seconds before each next one, after 25 one of five minutes. A quarter of an hour without one
 * forgets them, and the right password those of its account.
 *
 * A try counts as wrong before it is looked at, so that neither tries at the same time nor a worker that is stopped get around it.
 *
 * @param username of an account, which need not exist
 * @returns what `check` returns; undefined is a wrong password
 * @throws {Fault} `too-many-tries`, also for the right password
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
    waitMs = Math.max(waitOf(counts[all], now), waitOf(counts[account], now));
    if (waitMs > 0) return counts;
    return { ...counts, [all]: oneMore(counts[all], now), [account]: oneMore(counts[account], now) };
  });
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new Fault('too-many-tries', `Too many wrong passwords. Try again in ${seconds} s.`, { seconds });
  }
  const found = await check();
  if (found === undefined) return undefined;
  await context.store.changeSetting<Counts>(wrongPasswordsSetting, (before) => {
    const { [account]: own, [all]: together, ...counts } = fresh(before, context.now());
    const wrong = (together?.wrong ?? 0) - (own?.wrong ?? 0);
    return together && wrong > 0 ? { ...counts, [all]: { ...together, wrong } } : counts;
  });
  return found;
}

/** The counts that are not forgotten yet. A clock that was set back begins the pauses anew, and does not prolong them. */
function fresh(counts: Counts | undefined, now: number): Counts {
  const entries = Object.entries(counts ?? {}).map(
    ([key, { wrong, at }]) => [key, { wrong, at: Math.min(at, now) }] as const,
  );
  return Object.fromEntries(entries.filter(([, { at }]) => now - at < forgottenMs));
}

const oneMore = (tries: Tries | undefined, now: number): Tries => ({ wrong: (tries?.wrong ?? 0) + 1, at: now });

function waitOf(tries: Tries | undefined, now: number): number {
  if (!tries || tries.wrong < freeTries) return 0;
  const pauseMs = tries.wrong < mostTries ? Math.min(1000 * 2 ** (tries.wrong - freeTries), longestPauseMs) : lockedMs;
  return Math.max(0, tries.at + pauseMs - now);
}
