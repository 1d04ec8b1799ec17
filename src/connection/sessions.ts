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
  /** Ids of portals that a person has signed out of: pages do not sign in there by themselves. */
  readonly left: readonly string[];
}

/** `localStorage` has the sign-ins without a password, for all tabs; `sessionStorage` those by one, for this tab alone. */
type StorageName = 'localStorage' | 'sessionStorage';

export const sessionsKey = `soapstone:sessions:${import.meta.env.BASE_URL}`;
/** Where the browser gives no storage, a sign-in lasts as long as the page. */
const memory: Partial<Record<StorageName, string>> = {};

/** What is kept; nothing where it cannot be read. */
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

/** The sign-ins that hold now, one for each portal: that of this tab goes before that of all. */
export function currentSessions(): Session[] {
  const own = readStored('sessionStorage').active.filter(({ expires }) => expires > Date.now());
  // Those without a password are renewed when the server refuses them; its clock may be set to a day long ago.
  const all = [...readStored('localStorage').active, ...own];
  return [...new Map(all.map((session) => [session.portalId, session])).values()];
}

/** The header that shows this page's sign-ins to its own server; undefined without any. */
export function bearers(): string | undefined {
  return (
    currentSessions()
      .map(({ token }) => `Bearer ${token}`)
      .join(', ') || undefined
  );
}
