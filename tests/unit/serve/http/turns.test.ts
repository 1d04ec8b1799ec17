import { expect, test } from 'vitest';
import type { Exchange, Reply } from '../../../../serve/exchange.ts';
import { inTurns } from '../../../../serve/http/turns.ts';

const exchangeWith = (id: number, signal = new AbortController().signal) => ({ id, signal }) as Exchange;
const reply: Reply = { status: 200, headers: [], body: undefined };

/** Create an answer that ends when the test ends it. */
function createManualAnswer() {
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const answer = ({ id }: Exchange): Promise<Reply> => {
    begun.push(id);
    return new Promise((resolve, reject) => ends.set(id, (error) => (error ? reject(error) : resolve(reply))));
  };
  return { begun, answer, end: (id: number, error?: Error) => ends.get(id)!(error) };
}

test('answers take turns in order of arrival, and a failure leaves its turn to the next', async () => {
  const { begun, answer, end } = createManualAnswer();
  const limited = inTurns(2, answer);
  const answers = [1, 2, 3, 4].map((id) => limited(exchangeWith(id)));
  const failed = expect(answers[1]).rejects.toThrow('broken');
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  end(2, new Error('broken'));
  await failed;
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  end(3);
  end(1);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  end(4);
  expect(await answers[3]).toBe(reply);
  const later = limited(exchangeWith(5));
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5]);
  end(5);
  await later;
});

test('a client that disconnects while it waits loses its place, and no other does', async () => {
  const { begun, answer, end } = createManualAnswer();
  const limited = inTurns(1, answer);
  const first = limited(exchangeWith(1));
  const cancel = new AbortController();
  const gone = expect(limited(exchangeWith(2, cancel.signal))).rejects.toThrow('gone');
  const third = limited(exchangeWith(3));
  cancel.abort(new Error('gone'));
  await gone;
  end(1);
  await first;
  await expect.poll(() => begun).toEqual([1, 3]);
  end(3);
  expect(await third).toBe(reply);
});
