import { expect, test } from 'vitest';
import { readBody, readText, streamed } from '../../sw/body.ts';

const post = (body: BodyInit, contentType = 'text/xml') =>
  new Request('http://soapstone.test/', { method: 'POST', body, headers: { 'content-type': contentType } });

/** As Firefox gives it: the content is there, a stream of it is not. */
const withoutStream = (request: Request) => Object.defineProperty(request, 'body', { value: undefined });

for (const [browser, given] of [
  ['with a stream', (request: Request) => request],
  ['without a stream', withoutStream],
] as const) {
  test(`a body is read as bytes and as text, ${browser}`, async () => {
    expect(await readBody(given(post(Uint8Array.of(1, 2, 255))))).toEqual(Uint8Array.of(1, 2, 255));
    expect(await readText(given(post('Genève')))).toBe('Genève');
    expect(await readText(given(post(Uint8Array.of(0xe8), 'text/xml; charset=ISO-8859-1')))).toBe('è');
  });

  test(`a body that is too large is refused, ${browser}`, async () => {
    await expect(readBody(given(post('12345')), 4)).rejects.toMatchObject({ name: 'Fault', code: 'too-large' });
    expect(await readBody(given(post('1234')), 4)).toHaveLength(4);
  });
}

test('a request without a body is empty, and an unknown character set is said', async () => {
  expect(await readText(new Request('http://soapstone.test/'))).toBe('');
  await expect(readText(post('a', 'text/xml; charset=klingon'))).rejects.toMatchObject({ code: 'bad-envelope' });
});

test('a large body lets others in while it is decoded, also between the bytes of a character', async () => {
  const text = `a${'ä'.repeat(2_000_000)}`;
  let pauses = 0;
  const yieldIfDue = () => {
    pauses++;
    return undefined;
  };
  expect((await readText(post(text), { yieldIfDue })) === text).toBe(true);
  // Every 512 KiB at least.
  expect(pauses).toBeGreaterThanOrEqual(8);
});

test.each([
  ['text', 'Genève', 1],
  ['bytes', new TextEncoder().encode('Genève'), 1],
  ['pieces', [new TextEncoder().encode('Gen'), new TextEncoder().encode('ève')], 2],
])('%s goes out as it is, in no more pieces than it came', async (_, body, pieces) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await (streamed(body) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeTo(
    new WritableStream({ write: (chunk) => void chunks.push(chunk) }),
  );
  expect(await new Blob(chunks).text()).toBe('Genève');
  expect(chunks).toHaveLength(pieces);
});
