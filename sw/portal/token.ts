import type { Context } from '../context.ts';
import { randomText, sha256 } from './digest.ts';
import type { TokenRecord } from './schema/portal-records.ts';

const longestMinutes = 20_160;

interface IssuedToken {
  readonly token: string;
  readonly expires: number;
}

/**
 * Make a token for an account and keep its hash. Tokens that have expired are cleared away with it.
 *
 * @param minutes cut to two weeks
 */
export async function issueToken(
  context: Context,
  { portalId, username }: { readonly portalId: string; readonly username: string },
  minutes: number,
  referer?: string,
): Promise<IssuedToken> {
  const token = randomText();
  const created = context.now();
  const expires = created + Math.min(minutes, longestMinutes) * 60_000;
  const record: TokenRecord = {
    id: await sha256(token),
    portalId,
    username,
    created,
    expires,
    ...(referer === undefined ? {} : { referer }),
  };
  await context.store.portal.write(async (transaction) => {
    const tokens = transaction.objectStore('tokens');
    const expired = await tokens.index('expires').getAllKeys(IDBKeyRange.upperBound(created));
    await Promise.all([...expired.map((id) => tokens.delete(id)), tokens.put(record)]);
  });
  return { token, expires };
}
