import { expect, test } from 'vitest';
import { readBody, readForm, readText, toBodyStream } from '../../sw/body.ts';

const post = (body: BodyInit, contentType = 'text/xml') =>
  new Request('http://soapstone.test/', { method: 'POST', body, headers: { 'content-type': contentType } });

/** Remove the `body` stream from a request with content, like in Firefox. */
const withoutStream = (request: Request) => Object.defineProperty(request, 'body', { value: undefined });

for (const [browser, parameters] of [
  ['with a stream', (request: Request) => request],
  ['without a stream', withoutStream],
] as const) {
  test(`a body is read as bytes and as text, ${browser}`, async () => {
    expect(await readBody(parameters(post(Uint8Array.of(1, 2, 255))))).toEqual(Uint8Array.of(1, 2, 255));
    expect(await readText(parameters(post('Genève')))).toBe('Genève');
    expect(await readText(parameters(post(Uint8Array.of(0xe8), 'text/xml; charset=ISO-8859-1')))).toBe('è');
  });

  test(`a body that is too large is refused, ${browser}`, async () => {
    await expect(readBody(parameters(post('12345')), 4)).rejects.toMatchObject({ name: 'Fault', code: 'too-large' });
    expect(await readBody(parameters(post('1234')), 4)).toHaveLength(4);
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
  // At least one pause every 512 KiB.
  expect(pauses).toBeGreaterThanOrEqual(8);
});

test.each([
  ['text', 'Genève', 1],
  ['bytes', new TextEncoder().encode('Genève'), 1],
  ['pieces', [new TextEncoder().encode('Gen'), new TextEncoder().encode('ève')], 2],
])('%s goes out as it is, in no more pieces than it came', async (_, body, pieces) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await (toBodyStream(body) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeTo(
    new WritableStream({ write: (chunk) => void chunks.push(chunk) }),
  );
  expect(await new Blob(chunks).text()).toBe('Genève');
  expect(chunks).toHaveLength(pieces);
});

const bytesIn = (encoding: 'latin1' | 'utf16le' | 'utf8', text: string) => new Uint8Array(Buffer.from(text, encoding));
const swapBytes = (bytes: Uint8Array) => bytes.map((_, index) => bytes[index ^ 1]!);
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n<a>Zürich</a>`;

test.each([
  ['declaration alone', 'text/xml', bytesIn('latin1', declared('ISO-8859-1')), declared('ISO-8859-1')],
  [
    'declaration in apostrophes',
    'text/xml',
    bytesIn('latin1', declared('latin1').replaceAll('"', "'")),
    declared('latin1').replaceAll('"', "'"),
  ],
  [
    'charset before declaration',
    'text/xml; charset=utf-8',
    bytesIn('utf8', declared('ISO-8859-1')),
    declared('ISO-8859-1'),
  ],
  ['charset in quotes', 'text/xml; charset="iso-8859-1"', bytesIn('latin1', declared('utf-8')), declared('utf-8')],
  ['mark before charset', 'text/xml; charset=iso-8859-1', bytesIn('utf8', `\ufeff${declared('x')}`), declared('x')],
  ['UTF-16 with a mark', 'text/xml', bytesIn('utf16le', `\ufeff${declared('UTF-16')}`), declared('UTF-16')],
  [
    'UTF-16 with a mark, its bytes in the other order',
    'text/xml; charset=utf-16',
    swapBytes(bytesIn('utf16le', `\ufeff${declared('UTF-16')}`)),
    declared('UTF-16'),
  ],
  ['UTF-16 without a mark', 'text/xml', bytesIn('utf16le', declared('UTF-16')), declared('UTF-16')],
  [
    'UTF-16 without a mark, its bytes in the other order',
    'text/xml; charset=UTF-16',
    swapBytes(bytesIn('utf16le', declared('UTF-16'))),
    declared('UTF-16'),
  ],
  ['a wrong declaration of UTF-16', 'text/xml', bytesIn('utf8', declared('UTF-16')), declared('UTF-16')],
  ['nothing but UTF-8', 'application/soap+xml', bytesIn('utf8', '<a>Zürich</a>'), '<a>Zürich</a>'],
] as const)('the encoding of a body: %s', async (_, contentType, body, text) => {
  expect(await readText(post(body, contentType))).toBe(text);
  // The result doesn't depend on how the bytes are split.
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of body) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const init = { method: 'POST', body: pieces, headers: { 'content-type': contentType }, duplex: 'half' };
  expect(await readText(new Request('http://soapstone.test/', init as RequestInit))).toBe(text);
});

test('bytes that are not of the encoding are refused, not replaced', async () => {
  await expect(readText(post(bytesIn('latin1', '<a>Zürich</a>')))).rejects.toMatchObject({
    code: 'bad-envelope',
    message: 'Body: expected text in UTF-8, found invalid bytes.',
  });
});

test('a form is read in the charset of its content type', async () => {
  const form = post('where=name%3D%27Z%FCrich%27&f=json&e', 'application/x-www-form-urlencoded; charset=ISO-8859-1');
  expect([...(await readForm(form))]).toEqual([
    ['where', "name='Zürich'"],
    ['f', 'json'],
    ['e', ''],
  ]);
});
