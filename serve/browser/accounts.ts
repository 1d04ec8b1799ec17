import type { Account } from '../api.ts';
import type { InPage } from '../exchange.ts';

/** An account cannot be made; the message names it. */
export class BadAccount extends Error {}

interface StoredAccounts {
  readonly users: readonly { readonly username: string }[];
}

const users = 'portals/self/users';

/**
 * Make accounts that programs sign in with, in the first portal. One that is there already gets the password and the role.
 *
 * @throws {BadAccount} names the account, and says what its name or password should be
 */
export async function makeAccounts(accounts: readonly Account[], inPage: InPage): Promise<void> {
  if (accounts.length === 0) return;
  const { sessions } = await inPage<{ sessions: { token: string }[] }>('session', { method: 'POST' });
  const { token } = sessions[0]!;
  const stored = await inPage<StoredAccounts>(`${users}?f=json&num=100&token=${token}`);
  const known = new Set(stored.users.map(({ username }) => username));
  for (const { name, password, role = 'publisher' } of accounts) {
    const change = (path: string, form: Record<string, string>) =>
      inPage(`${users}/${path}?f=json`, { form: { ...form, token } }).catch((error: Error) => {
        throw new BadAccount(`Account ${name}: ${error.message}`);
      });
    if (known.has(name)) {
      await change(`${encodeURIComponent(name)}/update`, { role, disabled: 'false' });
      await change(`${encodeURIComponent(name)}/changePassword`, { newPassword: password });
    } else await change('createUser', { username: name, password, role });
  }
}
