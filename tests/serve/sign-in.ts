import { expect } from 'vitest';

/** Sign in like a program. @returns a token */
export async function signIn(url: string, { name, password }: { name: string; password: string }): Promise<string> {
  const body = new URLSearchParams({ username: name, password, client: 'requestip', f: 'json' });
  const answer = await fetch(`${url}sharing/rest/generateToken`, { method: 'POST', body });
  const { token, error } = (await answer.json()) as { token?: string; error?: object };
  expect(error).toBeUndefined();
  return token!;
}
