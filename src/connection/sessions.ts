export interface Session {
  readonly portalId: string;
  readonly name: string;
  readonly username: string;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

interface StoredSessions {
  readonly active: readonly Session[];
  /** IDs of portals that the user has signed out of. Pages don't sign in there automatically. */
  readonly left: readonly string[];
}

/**
 * `localStorage` has sessions without a password, for all tabs. `sessionStorage` has sessions with a password, for this
 * tab only.
 */
type StorageName = 'localStorage' | 'sessionStorage';

export const sessionsKey = `soapstone:sessions:${import.meta.env.BASE_URL}`;
/** Copies of the stored sessions, which last until the page is closed if the browser allows no storage. */
const memory: Partial<Record<StorageName, string>> = {};

/** Return the stored sessions; empty if they can't be read. */
export function readStored(storageName: StorageName): StoredSessions {
  let text = memory[storageName];
  try {
    text ??= globalThis[storageName].getItem(sessionsKey) ?? undefined;
    return { active: [], left: [], ...JSON.parse(text ?? '{}') };
  } catch {
    return { active: [], left: [] };
  }
}

export function writeStored(storageName: StorageName, value: StoredSessions): void {
  const text = JSON.stringify(value);
  try {
    globalThis[storageName].setItem(sessionsKey, text);
  } catch {
    memory[storageName] = text;
  }
}

/** Return the current sessions, one per portal. Those of this tab take precedence. */
export function currentSessions(): Session[] {
  const activeSessions = readStored('sessionStorage').active.filter(({ expires }) => expires > Date.now());
  // Sessions without a password have no local expiry check, because the server's clock may be far in the past. They are
  // renewed when the server refuses them.
  const all = [...readStored('localStorage').active, ...activeSessions];
  return [...new Map(all.map((session) => [session.portalId, session])).values()];
}

/** Return the authorization header with all sessions of the page; undefined if there are none. */
export function bearers(): string | undefined {
  return (
    currentSessions()
      .map(({ token }) => `Bearer ${token}`)
      .join(', ') || undefined
  );
}
