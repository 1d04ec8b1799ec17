import { Fault } from '../../../sw/contract/index.ts';
import { sourceAddress } from '../../../sw/rows/remote/source-address.ts';
import { describeElsewhere } from './describe-elsewhere.ts';
import { makeElsewhere } from './make-elsewhere.ts';
import type { ElsewhereAnswer, ElsewhereMessage } from './messages.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: ElsewhereAnswer): void;
  onmessage: ((event: MessageEvent<ElsewhereMessage>) => void) | null;
}
const host = globalThis as unknown as Host;

host.onmessage = async ({ data }) => {
  try {
    host.postMessage(await answer(data));
  } catch (error) {
    const reason = error instanceof Fault ? error.detail.reason : undefined;
    host.postMessage({
      type: 'failed',
      message: error instanceof Error ? error.message : String(error),
      ...(typeof reason === 'string' ? { reason } : {}),
    });
  }
};

async function answer(message: ElsewhereMessage): Promise<ElsewhereAnswer> {
  if (message.type === 'make') return { type: 'made', package: makeElsewhere(message.described, message.choices) };
  const { address, file } = message;
  const host = {
    fetchElsewhere: (target: string, init: RequestInit) => fetch(target, init),
    handleOf: async () => file && { getFile: async () => file },
  };
  return { type: 'described', described: await describeElsewhere(sourceAddress(address), host) };
}
