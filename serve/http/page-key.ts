import type { IncomingMessage } from 'node:http';
import { pageKeyHeader } from '../../sw/contract/node-host.ts';
import { isSameSecret } from '../secret.ts';
import type { Client } from './client.ts';

/** Return a check that a request comes from this computer and shows the key of the page. */
export const isPageOf =
  (key: string) =>
  ({ headers, isLocal }: Client & Pick<IncomingMessage, 'headers'>): boolean =>
    isLocal && isSameSecret(String(headers[pageKeyHeader] ?? ''), key);
