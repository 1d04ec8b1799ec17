import { expect } from 'vitest';
import type { Context } from '../../../sw/context.ts';
import { ping } from './lively-context.ts';

/** Bytes of a body that arrive at once. */
const arrivedAtOnce = 64 * 1024;

/** What was counted while work was done. */
export interface Turns {
  /** How often the work asked whether others are due, with the other times it read the clock. */
  readonly reads: number;
  /** How often it let them have a turn. */
  readonly pauses: number;
  /** Pieces of a body that it asked for. */
  readonly pieces: number;
}

/**
 * Do work while others call: one is answered whole in each pause of the work, and before each piece of a body arrives.
 * The clock advances by a millisecond when the work reads it, and nobody else reads it: no number depends on the machine.
 *
 * @param context what the work and the others are answered from
 * @param work what is measured, in a context that counts; `arriving` makes a body that comes in pieces
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
    // The types of the browser do not know that a stream needs it.
    return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' } as RequestInit;
  };
  const result = await work({ ...context, now, yieldNow }, arriving);
  return { result, ...counted };
}
