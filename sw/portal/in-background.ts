import type { Context } from '../context.ts';

/** Let work go on that nobody waits for. What it fails with stands in its rows, or is tried again when it is due. */
export function inBackground(context: Context, work: Promise<unknown>): void {
  if (context.keepAlive) context.keepAlive(work);
  else work.catch(() => undefined);
}
