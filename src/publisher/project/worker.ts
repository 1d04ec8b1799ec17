import { toFault } from '../../../sw/contract/index.ts';
import { makeProject, type ProjectJob } from './make-project.ts';
import type { ProjectMessage } from './take-project.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: ProjectMessage): void;
  onmessage: ((event: MessageEvent<ProjectJob>) => void) | null;
}
const host = globalThis as unknown as Host;

host.onmessage = async ({ data }) => {
  try {
    host.postMessage({ type: 'made', file: await makeProject(data) });
  } catch (error) {
    const { code, message } = toFault(error);
    host.postMessage({ type: 'failed', code, message });
  }
};
