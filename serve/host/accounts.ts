import type { Context } from '../../sw/context.ts';
import { accountOf, firstUsername, tokenIdOf, tokensOf } from '../../sw/portal/index.ts';
import type { Account } from '../api.ts';
import type { Exchange, InPage } from '../exchange.ts';

/** Error for an account that can't be created. The message names it. */
export class BadAccount extends Error {}

const usersPath = 'portals/self/users';

interface User {
  readonly username: string;
  readonly role: string;
  readonly disabled: boolean;
}

/** List the accounts of the first portal, at most 100. */
const listUsers = async (inPage: InPage): Promise<readonly User[]> =>
  (await inPage<{ users: readonly User[] }>(`${usersPath}?f=json&num=100`)).users;

/** Check whether the first portal has other accounts than the initial one. */
export const hasAccounts = async (inPage: InPage): Promise<boolean> =>
  (await listUsers(inPage)).some(({ username }) => username !== firstUsername);

/**
 * Create accounts that programs sign in with, in the first portal. An existing account gets the password and the role.
 *
 * @throws {BadAccount} naming the account, with the requirements for its name or password
 */
export async function makeAccounts(accounts: readonly Account[], inPage: InPage): Promise<void> {
  if (accounts.length === 0) return;
  const users = await listUsers(inPage);
  for (const { name, password, role = 'publisher' } of accounts) {
    const change = (path: string, form: Record<string, string>) =>
      inPage(`${usersPath}/${path}?f=json`, { form }).catch((error: Error) => {
        throw new BadAccount(`Account ${name}: ${error.message}`);
      });
    const create = () =>
      change('createUser', { username: name, password, role }).catch(async (error: Error) => {
        // Another process may have created it.
        if (!(await listUsers(inPage)).some(({ username }) => username === name)) throw error;
      });
    const user = users.find(({ username }) => username === name);
    // Setting the same password would end all sessions of the account, also those at other replicas.
    const canSignIn = () =>
      inPage('portals/self/generateToken?f=json', { form: { username: name, password, expiration: '1' } }).then(
        () => true,
        () => false,
      );
    if (!user) await create();
    else if (user.role !== role || user.disabled || !(await canSignIn())) {
      await change(`${encodeURIComponent(name)}/update`, { role, disabled: 'false' });
      await change(`${encodeURIComponent(name)}/changePassword`, { newPassword: password });
    }
  }
}

/** Return the name of the account of a request; undefined if it has no valid token in its headers or query. */
export async function readUser(context: Context, { url, headers }: Exchange): Promise<string | undefined> {
  const request = new Request(url, { headers: headers as [string, string][] });
  const tokens = tokensOf(request, url.searchParams.get('token') ?? undefined);
  const { accounts } = await context.store.portal.admission(await Promise.all(tokens.map(tokenIdOf)));
  return accountOf(accounts[0], request, context.now())?.username;
}
