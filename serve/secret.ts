import { createHash, timingSafeEqual } from 'node:crypto';

/** Compare two secrets in constant time, so that the duration reveals nothing about the expected one. */
export function isSameSecret(shown: string, expected: string): boolean {
  const [a, b] = [shown, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
