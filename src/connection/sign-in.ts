import { signal } from '@preact/signals';
import type { FaultCode } from '../../sw/contract/index.ts';
import { text } from '../text/text.ts';
import { base, ServiceFault, send } from './call.ts';
import { currentSessions, readStored, type Session, sessionsKey, writeStored } from './sessions.ts';

interface SignedIn {
  readonly sessions: readonly Session[];
  readonly firstUsername?: string;
  readonly firstPassword?: string;
}

/** By portal; undefined until the page has asked. */
export const sessions = signal<ReadonlyMap<string, Session> | undefined>(undefined);
/** The generated password of the administrator, until somebody has noted it. */
export const firstPassword = signal<{ readonly username: string; readonly password: string } | undefined>(undefined);

addEventListener('storage', ({ key }) => {
  if (key === sessionsKey && sessions.value) show();
});

function show(): void {
  sessions.value = new Map(currentSessions().map((session) => [session.portalId, session]));
}

/**
 * Sign the page in to every portal that lets pages of this origin in without a password, but for those that a person has
 * signed out of. Sign-ins that are still good stay as they are.
 *
 * @param seen true when somebody has noted the first password, which is forgotten then
 * @param back a portal that a person wants to be signed in to again
 * @throws {ServiceFault}
 */
export async function signPageIn({ seen = false, back }: { seen?: boolean; back?: string } = {}): Promise<void> {
  const except = readStored('localStorage').left.filter((id) => id !== back);
  const query = new URLSearchParams({ ...(seen ? { seen: 'true' } : {}), except: except.join() });
  const response = await send('session', `${base}session?${query}`, {
    method: 'POST',
    headers: { 'x-request-id': crypto.randomUUID() },
  });
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
  const own = readStored('sessionStorage').active;
  // A person who signed in by password never becomes another account unnoticed.
  const lost = own.filter((session) => !isGood(session)).map(({ portalId }) => portalId);
  const isOwn = ({ portalId }: Session) => own.some((session) => session.portalId === portalId);
  writeStored('sessionStorage', { active: own.filter(isGood), left: [] });
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

/** Keep a sign-in by password, for this tab. */
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

/** Forget a sign-in whose token is worth nothing any more; one by password is not replaced by one without. */
export function dropSession(portalId: string): void {
  const isOwn = readStored('sessionStorage').active.some((session) => session.portalId === portalId);
  forget(portalId, isOwn);
}

/** Forget a sign-in because a person wants to be out: pages of this browser do not sign in there by themselves. */
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
