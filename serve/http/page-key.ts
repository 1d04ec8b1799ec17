import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pageKeyHeader } from '../../sw/contract/node-host.ts';
import type { Client } from './client.ts';

/** Return a check that a request comes from this computer and shows the key of the page. */
export const isPageOf =
  (key: string) =>
  ({ headers, isLocal }: Client & Pick<IncomingMessage, 'headers'>): boolean =>
    isLocal && isSame(String(headers[pageKeyHeader] ?? ''), key);

/** Compare in constant time, so that the duration reveals nothing about the key. */
function isSame(shown: string, key: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
