import { changes } from '../connection/portal-call.ts';
import { type Reading, useRead } from '../parts/use-read.ts';

/** Ask something of the portal as `useRead` does, and again when `step` changes and after every change this page makes. */
export const useLoaded = <T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
  { step, everyMs }: { step?: number | string; everyMs?: number } = {},
): Reading<T> => useRead(key, ask, { again: [changes.value, step], everyMs });
