import type { ElsewhereAnswer, ElsewhereMessage } from './messages.ts';

/** The message is what a server said, or why it was not reached. */
export class ElsewhereError extends Error {
  /** As in the detail of `source-failed`. */
  readonly reason: string | undefined;

  constructor({ message, reason }: Extract<ElsewhereAnswer, { type: 'failed' }>) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Let a worker do something with a file elsewhere. The policy of the page lets the page itself send nothing to other servers.
 *
 * @throws {ElsewhereError}
 */
export async function askElsewhere(message: ElsewhereMessage): Promise<Exclude<ElsewhereAnswer, { type: 'failed' }>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'elsewhere' });
  try {
    const answer = await new Promise<ElsewhereAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ElsewhereAnswer>) => resolve(data);
      worker.onerror = ({ message: text }) => reject(new Error(text));
      worker.postMessage(message);
    });
    if (answer.type === 'failed') throw new ElsewhereError(answer);
    return answer;
  } finally {
    worker.terminate();
  }
}
