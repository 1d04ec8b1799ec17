/**
 * Do work while another client calls again and again, and count how often that client is answered before the work ends.
 * The clock of `livelyContext` counts how often it is read, so that the number does not depend on the machine.
 *
 * @param call one short call of the other client
 * @param work what is measured
 * @returns what the work returned, and the number of answers
 */
export async function withTurns<T>(
  call: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) {
    await call();
    await nextTurn();
  }
  return { result: await working, turns };
}

/** Real calls arrive in a turn of their own, even if the one before was answered within one. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
