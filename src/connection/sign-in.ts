import { signal } from '@preact/signals';
import type { FaultCode } from '../../sw/contract/index.ts';
import { text } from '../text/text.ts';
import { base, ServiceFault, send } from './call.ts';
import { canPageSignIn, dropPageKey, pageKeyHeaders } from './page-key.ts';
import { currentSessions, readStored, type Session, sessionsKey, writeStored } from './sessions.ts';

interface SignedIn {
  readonly sessions: readonly Session[];
  readonly firstUsername?: string;
  readonly firstPassword?: string;
}

/** Sessions by portal; undefined until they are first read. */
export const sessions = signal<ReadonlyMap<string, Session> | undefined>(undefined);
/** The generated password of the administrator, until the user has noted it. */
export const firstPassword = signal<{ readonly username: string; readonly password: string } | undefined>(undefined);

addEventListener('storage', ({ key }) => {
  if (key === sessionsKey && sessions.value) show();
});

function show(): void {
  sessions.value = new Map(currentSessions().map((session) => [session.portalId, session]));
}

/**
 * Sign in without a password to every portal that allows it for pages of this origin. Skip portals that the user signed
 * out of, and keep valid sessions. A server accepts only pages that have the server's key.
 *
 * @param isRefused true if the server has refused a token of the page as invalid
 * @param seen true if the user has noted the first password, which is then deleted
 * @param back ID of a portal that the user wants to be signed in to again
 * @throws {ServiceFault} when the server refuses, or its response can't be read
 */
export async function signPageIn({
  isRefused = false,
  seen = false,
  back,
}: {
  isRefused?: boolean;
  seen?: boolean;
  back?: string;
} = {}): Promise<void> {
  if (!canPageSignIn()) return stayWithoutKey(isRefused);
  const except = readStored('localStorage').left.filter((id) => id !== back);
  const query = new URLSearchParams({ ...(seen ? { seen: 'true' } : {}), except: except.join() });
  const response = await send('session', `${base}session?${query}`, {
    method: 'POST',
    headers: { 'x-request-id': crypto.randomUUID(), ...pageKeyHeaders() },
  });
  if (response.status === 401) {
    dropPageKey();
    return stayWithoutKey(isRefused);
  }
  const answer = (await response.json().catch(() => undefined)) as
    | (SignedIn & { error?: { messageCode?: FaultCode; message: string } })
    | undefined;
  if (!answer?.sessions)
    throw new ServiceFault(
      answer?.error?.messageCode ?? 'no-answer',
      answer?.error?.message ?? text.faults.unreadable,
      'session',
    );
  const isGood = ({ token }: Session) => answer.sessions.some((session) => session.token === token);
  const activeSessions = readStored('sessionStorage').active;
  // A user who signed in by password must not be switched to another account unnoticed.
  const lost = activeSessions.filter((session) => !isGood(session)).map(({ portalId }) => portalId);
  const isOwn = ({ portalId }: Session) => activeSessions.some((session) => session.portalId === portalId);
  writeStored('sessionStorage', { active: activeSessions.filter(isGood), left: [] });
  writeStored('localStorage', {
    active: [
      ...readStored('localStorage').active.filter(isOwn),
      ...answer.sessions.filter((session) => !isOwn(session)),
    ],
    left: [...new Set([...except, ...lost])],
  });
  show();
  firstPassword.value = answer.firstPassword
    ? { username: answer.firstUsername ?? '', password: answer.firstPassword }
    : undefined;
}

/** Drop the sessions from an earlier key. If the server refused a token, also drop sessions with a password. */
function stayWithoutKey(isRefused: boolean): void {
  writeStored('localStorage', { active: [], left: readStored('localStorage').left });
  if (isRefused) writeStored('sessionStorage', { active: [], left: [] });
  show();
}

/** Store a session with a password, for this tab. */
export function keepSession(session: Session): void {
  const { portalId } = session;
  const { active, left } = readStored('localStorage');
  writeStored('localStorage', { active, left: left.filter((id) => id !== portalId) });
  writeStored('sessionStorage', {
    active: [...without(readStored('sessionStorage').active, portalId), session],
    left: [],
  });
  show();
}

/** Remove a session with an invalid token. A session with a password isn't replaced by one without. */
export function dropSession(portalId: string): void {
  const isOwn = readStored('sessionStorage').active.some((session) => session.portalId === portalId);
  forget(portalId, isOwn);
}

/** Sign out as the user requested. Pages of this browser don't sign in to the portal automatically anymore. */
export function leaveSession(portalId: string): void {
  forget(portalId, true);
}

function forget(portalId: string, isLeft: boolean): void {
  const { active, left } = readStored('localStorage');
  writeStored('sessionStorage', { active: without(readStored('sessionStorage').active, portalId), left: [] });
  writeStored('localStorage', {
    active: without(active, portalId),
    left: isLeft ? [...new Set([...left, portalId])] : left,
  });
  show();
}

const without = (active: readonly Session[], portalId: string): Session[] =>
  active.filter((session) => session.portalId !== portalId);
