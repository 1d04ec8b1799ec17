import type { Context } from '../../../sw/context.ts';
import { issueToken } from '../../../sw/portal/principal.ts';

/** Authorization headers by the contents of their store. */
const cache = new WeakMap<object, Promise<{ authorization: string }>>();

/**
 * Return the authorization header of a server administrator. The first call for a store creates the account, and a
 * portal if there is none.
 */
export function administrator(context: Context): Promise<{ authorization: string }> {
  const contents = context.store.contents();
  const header = cache.get(contents) ?? made(context);
  cache.set(contents, header);
  return header;
}

async function made(context: Context): Promise<{ authorization: string }> {
  const dated = { created: context.now(), modified: context.now() };
  const there = (await context.store.portal.all('portals')).find(({ isDefault }) => isDefault);
  const portalId = there?.id ?? 'a'.repeat(32);
  const username = 'administrator';
  await context.store.portal.write(async (transaction) => {
    await transaction.objectStore('portals').put({
      ...dated,
      id: portalId,
      name: 'Made for a test',
      description: '',
      folder: '',
      isDefault: true,
      pageSignIn: false,
      webhookSettings: {
        notificationAttempts: 1,
        notificationTimeOutInSeconds: 1,
        notificationElapsedTimeInSeconds: 1,
      },
      ...there,
    });
    const password = { salt: '', hash: '', iterations: 1 };
    const user = { ...dated, portalId, username, fullName: '', email: '', disabled: false, password };
    await transaction.objectStore('users').put({ ...user, role: 'administrator' });
  });
  const { token } = await issueToken(context, { portalId, username }, 600);
  return { authorization: `Bearer ${token}` };
}
