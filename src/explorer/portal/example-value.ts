import { base } from '../../connection/call.ts';
import { firstPassword, sessions } from '../../connection/sign-in.ts';
import type { FormValue } from '../../parts/form/parameter-input.tsx';
import type { HttpOperationName } from './operation-rows.ts';

const randomSuffix = (): string => crypto.randomUUID().slice(0, 4);

/**
 * A value that works for a parameter of an operation; undefined where nothing needs to be given.
 *
 * @param before values of the form: new items keep the name that was made up for them
 */
export function exampleValue(
  operation: HttpOperationName,
  name: string,
  before: Readonly<Record<string, FormValue>>,
): FormValue | undefined {
  const isNew = /^(add|create)/.test(operation);
  const isSignIn = /^generate/.test(operation);
  const previous = before[name];
  switch (name) {
    case 'name':
    case 'title':
      return isNew ? (previous ?? `Explorer ${randomSuffix()}`) : undefined;
    case 'username':
      if (isSignIn) return firstPassword.value?.username ?? sessions.value?.values().next().value?.username;
      return previous ?? `explorer-${randomSuffix()}`;
    case 'password':
      return isSignIn ? firstPassword.value?.password : (previous ?? newPassword());
    case 'newPassword':
      return previous ?? newPassword();
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

/** Sixteen random letters and digits, for an account that is made to try something out. */
const newPassword = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
