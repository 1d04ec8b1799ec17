import { pageKeyHeaders } from '../connection/page-key.ts';
import { bearers, readStored, type Session, writeStored } from '../connection/sessions.ts';

/**
 * Return the authorization header of the user's sign-ins in this browser. An app with access to administer acts as this
 * user, and has no rights if the user isn't signed in.
 *
 * @param isWorthless whether the stored tokens were refused
 */
export async function readSessionHeaders(
  base: string,
  isWorthless = false,
): Promise<{ readonly authorization?: string }> {
  if (isWorthless || !bearers()) await signIn(base);
  const authorization = bearers();
  return authorization ? { authorization } : {};
}

async function signIn(base: string): Promise<void> {
  const { left } = readStored('localStorage');
  const authorization = bearers();
  const response = await fetch(`${base}session?except=${left.join()}`, {
    method: 'POST',
    headers: { ...(authorization ? { authorization } : {}), ...pageKeyHeaders() },
  });
  const { sessions = [] } = (await response.json()) as { readonly sessions?: readonly Session[] };
  const ownPortals = new Set(readStored('sessionStorage').active.map(({ portalId }) => portalId));
  writeStored('localStorage', { active: sessions.filter(({ portalId }) => !ownPortals.has(portalId)), left });
}
