import { expect } from 'vitest';
import type { Context } from '../../../sw/context.ts';
import { ping } from './lively-context.ts';

/** Size of the pieces in which a body arrives, in bytes. */
const arrivedAtOnce = 64 * 1024;

/** Counters of a task. */
export interface Turns {
  /** Number of times the task read the clock, mostly to check whether it should yield. */
  readonly reads: number;
  /** Number of times the task yielded. */
  readonly pauses: number;
  /** Number of pieces of the body that the task read. */
  readonly pieces: number;
}

/**
 * Run a task while other requests arrive: one is answered in each pause of the task and before each piece of its body.
 * Only the task reads the clock, which advances by a millisecond each time, so the counts don't depend on the machine.
 *
 * @param context answers the task and the other requests
 * @param work the task; it gets a context that counts, and `arriving`, which makes a body that arrives in pieces
 */
export async function withTurns<T>(
  context: Context,
  work: (context: Context, arriving: (body: string) => RequestInit) => Promise<T>,
): Promise<Turns & { readonly result: T }> {
  const counted = { reads: 0, pauses: 0, pieces: 0 };
  const pinged = ping(context);
  const turn = async () => expect((await pinged()).status).toBe(200);
  const startedAt = context.now();
  const now = () => startedAt + counted.reads++;
  const yieldNow = async () => {
    counted.pauses++;
    await turn();
  };
  const arriving = (body: string): RequestInit => {
    const bytes = new TextEncoder().encode(body);
    let offset = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      counted.pieces++;
      await turn();
      controller.enqueue(bytes.subarray(offset, offset + arrivedAtOnce));
      offset += arrivedAtOnce;
      if (offset >= bytes.length) controller.close();
    };
    // The browser types lack `duplex`, which a stream requires.
    return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' } as RequestInit;
  };
  const result = await work({ ...context, now, yieldNow }, arriving);
  return { result, ...counted };
}
