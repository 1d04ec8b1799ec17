import { asksForSignIn } from '../client/asks-for-sign-in.ts';
import type { Access } from '../client/bridge-protocol.ts';
import { readSessionHeaders } from './session-headers.ts';

/** An origin allowed by the user. */
interface AllowedOrigin {
  readonly origin: string;
  readonly access: Access;
  /** Epoch milliseconds. */
  readonly allowedAt: number;
}

interface Origins {
  readonly dataId: string;
  readonly origins: readonly AllowedOrigin[];
}

/** Maximum age of a cached list of origins, in milliseconds; a revocation takes effect after this time. */
const believedMs = 2000;

let cached: { readonly at: number; readonly answer: Promise<Origins> } | undefined;

/** Read the allowed origins. @throws {Error} if the backend doesn't answer */
export function readAllowedOrigins(base: string): Promise<Origins> {
  if (cached && Date.now() - cached.at < believedMs) return cached.answer;
  const answer = fetch(`${base}admin/origins`).then(async (response) => {
    if (!response.ok) throw new Error(`the list of origins answered ${response.status}`);
    return (await response.json()) as Origins;
  });
  cached = { at: Date.now(), answer };
  answer.catch(() => {
    cached = undefined;
  });
  return answer;
}

/** Store an origin as allowed. @throws {Error} if the user isn't an administrator of the server */
export async function allowOrigin(base: string, origin: string, access: Access): Promise<void> {
  cached = undefined;
  const body = JSON.stringify({ origin, access });
  const send = async (isWorthless?: boolean) =>
    fetch(`${base}admin/origins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await readSessionHeaders(base, isWorthless)) },
      body,
    });
  let response = await send();
  if (asksForSignIn(response)) response = await send(true);
  if (!response.ok) throw new Error(`the list of origins answered ${response.status}`);
}

const levels: Readonly<Record<Access, number>> = { read: 1, administer: 2 };

/** Check whether an origin has at least this access. */
export function isAllowed({ origins }: Origins, origin: string, access: Access): boolean {
  return origins.some((entry) => entry.origin === origin && levels[entry.access] >= levels[access]);
}
