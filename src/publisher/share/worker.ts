import { toFault } from '../../../sw/contract/index.ts';
import { makeShared, type ShareJob } from './make-shared.ts';
import type { ShareMessage } from './share.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: ShareMessage): void;
  onmessage: ((event: MessageEvent<ShareJob>) => void) | null;
}
const host = globalThis as unknown as Host;

host.onmessage = async ({ data }) => {
  try {
    host.postMessage({ type: 'made', data: await makeShared(data) });
  } catch (error) {
    const { code, message } = toFault(error);
    host.postMessage({ type: 'failed', code, message });
  }
};
