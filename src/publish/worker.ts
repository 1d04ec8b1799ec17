import { Fault } from '../../sw/contract/index.ts';
import { makePackage } from './make-package.ts';
import type { StartMessage, WorkerMessage } from './worker-messages.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: WorkerMessage): void;
  onmessage: ((event: MessageEvent<StartMessage>) => void) | null;
}
const host = globalThis as unknown as Host;

/** Progress is told at most this often. */
const quietMs = 80;

host.onmessage = async ({ data }) => {
  let toldAt = 0;
  let toldStage = '';
  try {
    const outcome = await makePackage(data.files, {
      ...(data.name === undefined ? {} : { name: data.name }),
      ...(data.spatialReference ? { spatialReference: data.spatialReference } : {}),
      onProgress: (stage, share) => {
        const now = performance.now();
        if (stage === toldStage && now - toldAt < quietMs && share < 1) return;
        toldAt = now;
        toldStage = stage;
        host.postMessage({ type: 'progress', stage, share });
      },
    });
    host.postMessage(outcome);
  } catch (error) {
    host.postMessage(failure(error));
  }
};

function failure(error: unknown): WorkerMessage {
  if (error instanceof Fault) return { type: 'failed', code: error.code, message: error.message };
  const name = (error as { name?: unknown } | null)?.name;
  // What typed arrays and strings say when the memory is at its end.
  if (error instanceof RangeError) {
    return { type: 'failed', code: 'too-large', message: 'The file is too large for the memory of this browser.' };
  }
  if (name === 'NotReadableError' || name === 'NotFoundError') {
    return { type: 'failed', code: 'not-found', message: 'The file can no longer be read; choose it again.' };
  }
  return { type: 'failed', code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
