import { bearers, readStored, type Session, writeStored } from '../connection/sessions.ts';

/**
 * The sign-ins of the person whose browser this is, as pages of this origin have them: what was allowed to administer does so
 * as that person, and has no rights without one.
 *
 * @param isWorthless true when those that are held were refused
 */
export async function personHeaders(base: string, isWorthless = false): Promise<{ readonly authorization?: string }> {
  if (isWorthless || !bearers()) await signIn(base);
  const authorization = bearers();
  return authorization ? { authorization } : {};
}

async function signIn(base: string): Promise<void> {
  const { left } = readStored('localStorage');
  const authorization = bearers();
  const response = await fetch(`${base}session?except=${left.join()}`, {
    method: 'POST',
    headers: authorization ? { authorization } : {},
  });
  const { sessions = [] } = (await response.json()) as { readonly sessions?: readonly Session[] };
  const own = new Set(readStored('sessionStorage').active.map(({ portalId }) => portalId));
  writeStored('localStorage', { active: sessions.filter(({ portalId }) => !own.has(portalId)), left });
}
