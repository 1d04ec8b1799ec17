import type { Context } from '../context.ts';
import { toFault } from '../contract/index.ts';

/** Let work go on that nobody waits for. Its rows say how it failed, or it is tried again when it is due. */
export function inBackground(context: Context, work: Promise<unknown>): void {
  if (context.keepAlive) context.keepAlive(work);
  else work.catch(toFault);
}
