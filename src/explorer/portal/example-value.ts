import type { PortalOperationName } from '../../../sw/portal/contract/index.ts';
import { base } from '../../connection/call.ts';
import { firstPassword, sessions } from '../../connection/sign-in.ts';
import type { FormValue } from './portal-request.ts';

const newWord = (): string => crypto.randomUUID().slice(0, 4);

/**
 * A value that works for a parameter of an operation; undefined where nothing needs to be given.
 *
 * @param before what stood in the form: new things keep the name that was made up for them
 */
export function exampleValue(
  operation: PortalOperationName,
  name: string,
  before: Readonly<Record<string, FormValue>>,
): FormValue | undefined {
  const isNew = /^(add|create)/.test(operation);
  const isSignIn = /^generate/.test(operation);
  const kept = before[name];
  switch (name) {
    case 'name':
    case 'title':
      return isNew ? (kept ?? `Explorer ${newWord()}`) : undefined;
    case 'username':
      if (isSignIn) return firstPassword.value?.username ?? sessions.value?.values().next().value?.username;
      return kept ?? `explorer-${newWord()}`;
    case 'password':
      return isSignIn ? firstPassword.value?.password : (kept ?? newPassword());
    case 'newPassword':
      return kept ?? newPassword();
    case 'text':
      return isNew ? 'Sent from the explorer.' : undefined;
    case 'fileName':
      return 'explorer.txt';
    case 'key':
      return isNew ? 'explorer/note.txt' : undefined;
    case 'url':
      return operation === 'createWebhook' ? `${location.origin}${base}inbox/explorer` : undefined;
    default:
      return undefined;
  }
}

/** Sixteen letters and digits by chance, for an account that is made to try something out. */
const newPassword = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
