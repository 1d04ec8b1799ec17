import { signal } from '@preact/signals';
import { base, ServiceFault, send } from '../../call.ts';
import { portalText as t } from '../../text/portal-text.ts';

/** This page's sign-in to a portal. */
export interface Session {
  readonly portalId: string;
  readonly name: string;
  readonly username: string;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

interface SignedIn {
  readonly sessions: readonly Session[];
  readonly firstUsername?: string;
  readonly firstPassword?: string;
}

/** By portal; undefined until the page has asked. */
export const sessions = signal<ReadonlyMap<string, Session> | undefined>(undefined);
/** The generated password of the administrator, until somebody has noted it. */
export const firstPassword = signal<{ readonly username: string; readonly password: string } | undefined>(undefined);

/**
 * Sign the page in to every portal that lets pages of this origin in without a password.
 *
 * @param seen true when somebody has noted the first password, which is forgotten then
 * @throws {ServiceFault}
 */
export async function signPageIn({ seen = false } = {}): Promise<void> {
  const response = await send('session', `${base}session${seen ? '?seen=true' : ''}`, {
    method: 'POST',
    headers: { 'x-request-id': crypto.randomUUID() },
  });
  const answer = (await response.json().catch(() => undefined)) as
    | (SignedIn & { error?: { message: string } })
    | undefined;
  if (!answer?.sessions) throw new ServiceFault('no-answer', answer?.error?.message ?? t.unreadable, 'session');
  sessions.value = new Map(answer.sessions.map((session) => [session.portalId, session]));
  firstPassword.value = answer.firstPassword
    ? { username: answer.firstUsername ?? '', password: answer.firstPassword }
    : undefined;
}

export function keepSession(session: Session): void {
  sessions.value = new Map(sessions.value).set(session.portalId, session);
}

export function dropSession(portalId: string): void {
  const left = new Map(sessions.value);
  left.delete(portalId);
  sessions.value = left;
}
