import { afterEach, expect, test, vi } from 'vitest';
import { decodeFrame, encodeMessage, textOf } from '../../../src/relay/frames.ts';
import { answerStream } from '../../../src/relay/worker.ts';

afterEach(() => vi.unstubAllGlobals());

/** Process a request; returns the fetched addresses and the messages sent. */
function answered(path: string, failure?: Error) {
  const fetched: string[] = [];
  vi.stubGlobal('location', new URL('http://localhost:4747/assets/worker.js'));
  vi.stubGlobal('fetch', async (address: URL) => {
    fetched.push(String(address));
    if (failure) throw failure;
    return new Response('{}');
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const said: { kind: string; text: string }[] = [];
  return new Promise<{ fetched: string[]; said: typeof said }>((resolve) => {
    const take = answerStream(7, {
      secret: 'secret',
      session: 'session',
      cancel: () => {},
      send(message) {
        const { kind, bytes } = decodeFrame(message);
        said.push({ kind, text: textOf(bytes) });
      },
      done: () => resolve({ fetched, said }),
    });
    take({ id: 7, kind: 'message', bytes: encodeMessage({ method: 'GET', path, headers: [], bodyBytes: 0 }) });
  });
}

test('a path of the server is fetched from the own origin', async () => {
  const { fetched, said } = await answered('/services?f=json');
  expect(fetched).toEqual(['http://localhost:4747/services?f=json']);
  expect(said.map(({ kind }) => kind)).toEqual(['message']);
});

test.each([
  '//evil.test/services',
  '/\\evil.test/services',
  '/\t/evil.test/services',
  'http://evil.test/services',
  'https://localhost:4747/services',
  'data:text/html,x',
])('%j is refused before anything is fetched', async (path) => {
  const { fetched, said } = await answered(path);
  expect(fetched).toEqual([]);
  expect(said).toEqual([{ kind: 'abort', text: 'The page got no answer of the map server.' }]);
});

test('what failed inside the page stays inside', async () => {
  const { said } = await answered('/services', new TypeError('Failed to fetch at internal.ts:3'));
  expect(said).toEqual([{ kind: 'abort', text: 'The page got no answer of the map server.' }]);
});
