import { Fault } from '../contract/index.ts';

/** The largest message that is read; a picture or a geometry of that size is a mistake. */
const largestMessageBytes = 64 * 1024 ** 2;

/**
 * Read the body of a request as text, counting what really arrives: a length header may lie.
 *
 * @throws {Fault} `too-large`
 */
export async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const decoder = new TextDecoder(charsetOf(request.headers.get('content-type')));
  const reader = request.body.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > largestMessageBytes) {
      await reader.cancel();
      throw new Fault('too-large', `A message of at most ${largestMessageBytes} bytes expected, more found.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** @throws {Fault} `bad-envelope` for a character set nobody knows */
function charsetOf(contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw new Fault('bad-envelope', `Content-Type: a known charset expected, "${charset.slice(0, 40)}" found.`);
  }
}
