import { expect, test } from 'vitest';
import { ServiceFault } from '../../../src/connection/call.ts';
import { largeRead, readAsAgreed } from '../../../src/shell/large-read/read-as-agreed.ts';

const refused = (bytes: number, operation: 'QueryRowIDs' | 'ExportMapImage' = 'QueryRowIDs') => ({
  operation,
  request: {},
  refusal: new ServiceFault(
    'too-large',
    'much',
    operation,
    {},
    {
      source: 'data.example.org',
      bytes: String(bytes),
      mostAgreed: '1e9',
    },
  ),
});
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('nothing is sent before a person agrees, and requests for as much share the answer', async () => {
  const sent: number[] = [];
  const read = async (bytes: number) => sent.push(bytes);
  const both = [readAsAgreed(refused(9), undefined, read), readAsAgreed(refused(5), undefined, read)];
  await turn();
  expect(sent).toEqual([]);
  expect(largeRead.value).toMatchObject({ source: 'data.example.org', bytes: 9 });
  largeRead.value!.agree();
  await Promise.all(both);
  expect(sent).toEqual([9, 9]);
  expect(largeRead.value).toBeUndefined();
});

test('who does not agree gets the refusal, and who cancels while it is read too', async () => {
  const first = refused(9);
  const declined = expect(readAsAgreed(first, undefined, async () => 1)).rejects.toBe(first.refusal);
  largeRead.value!.cancel.abort();
  await declined;
  const read = (_: number, signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const cancelled = expect(readAsAgreed(first, undefined, read)).rejects.toBe(first.refusal);
  largeRead.value!.agree();
  await turn();
  largeRead.value!.cancel.abort();
  await cancelled;
  expect(largeRead.value).toBeUndefined();
});

test('more than was agreed to is asked about again', async () => {
  const answered = readAsAgreed(refused(9), undefined, async (bytes) => {
    if (bytes < 20) throw refused(20).refusal;
    return bytes;
  });
  largeRead.value!.agree();
  await turn();
  expect(largeRead.value).toMatchObject({ bytes: 20 });
  largeRead.value!.agree();
  expect(await answered).toBe(20);
});

test('pictures of the map are not asked about', async () => {
  const picture = refused(9, 'ExportMapImage');
  await expect(readAsAgreed(picture, undefined, async () => 1)).rejects.toBe(picture.refusal);
});
