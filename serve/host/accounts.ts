import { firstUsername } from '../../sw/portal/index.ts';
import type { Account } from '../api.ts';
import type { InPage } from '../exchange.ts';

/** Error for an account that can't be created. The message names it. */
export class BadAccount extends Error {}

const usersPath = 'portals/self/users';

/** List the accounts of the first portal, at most 100. */
async function listNames(inPage: InPage): Promise<readonly string[]> {
  const { users } = await inPage<{ users: readonly { username: string }[] }>(`${usersPath}?f=json&num=100`);
  return users.map(({ username }) => username);
}

/** Check whether the first portal has other accounts than the initial one. */
export const hasAccounts = async (inPage: InPage): Promise<boolean> =>
  (await listNames(inPage)).some((name) => name !== firstUsername);

/**
 * Create accounts that programs sign in with, in the first portal. An existing account gets the password and the role.
 *
 * @throws {BadAccount} naming the account, with the requirements for its name or password
 */
export async function makeAccounts(accounts: readonly Account[], inPage: InPage): Promise<void> {
  if (accounts.length === 0) return;
  const existing = new Set(await listNames(inPage));
  for (const { name, password, role = 'publisher' } of accounts) {
    const change = (path: string, form: Record<string, string>) =>
      inPage(`${usersPath}/${path}?f=json`, { form }).catch((error: Error) => {
        throw new BadAccount(`Account ${name}: ${error.message}`);
      });
    const create = () =>
      change('createUser', { username: name, password, role }).catch(async (error: Error) => {
        // Another process may have created it.
        if (!(await listNames(inPage)).includes(name)) throw error;
      });
    if (!existing.has(name)) await create();
    else {
      await change(`${encodeURIComponent(name)}/update`, { role, disabled: 'false' });
      await change(`${encodeURIComponent(name)}/changePassword`, { newPassword: password });
    }
  }
}
