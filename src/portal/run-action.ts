import { messageOf } from '../connection/call.ts';
import { showToast } from '../state/toasts.ts';

/** Do something small at once, and say what became of it. Returns whether it was done. */
export async function runAction(task: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await task();
    if (done) showToast({ message: done });
    return true;
  } catch (error) {
    showToast({ kind: 'error', message: messageOf(error) });
    return false;
  }
}
