import { timingSafeEqual } from 'node:crypto';

/** Compare a secret with what a request shows, in a time that does not tell how much of it is right. */
export function isSame(shown: string, secret: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
