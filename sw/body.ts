import { Fault } from './contract/index.ts';

/** The largest message that is read; a picture or a geometry of that size is a mistake. */
const largestMessageBytes = 64 * 1024 ** 2;

/**
 * Read the body of a request, counting what really arrives: a length header may lie. Empty when there is none.
 *
 * Firefox gives no stream of it (`request.body` is undefined there); it is counted when all of it is there.
 *
 * @throws {Fault} `too-large`
 */
export async function readBody(request: Request, largestBytes = largestMessageBytes): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Fault('too-large', `Body: at most ${largestBytes} bytes expected, more found.`);
  if (Number(request.headers.get('content-length')) > largestBytes) throw tooLarge();
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return new Uint8Array(0);
  if (request.body === undefined) {
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > largestBytes) throw tooLarge();
    return body;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > largestBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/**
 * Read the body of a request as text, in the character set that its content type names; UTF-8 without one.
 *
 * @throws {Fault} `too-large`; `bad-envelope` for an unknown character set
 */
export async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder(charsetOf(request.headers.get('content-type')));
  return decoder.decode(await readBody(request));
}

/**
 * Read the body of a request as a form, url-encoded or multipart, names as they were sent; empty when there is none.
 *
 * @throws {Fault} `too-large`; `bad-value` for another content type or a broken body
 */
export async function readForm(request: Request): Promise<Map<string, string | File>> {
  const body = await readBody(request);
  if (body.length === 0) return new Map();
  const contentType = request.headers.get('content-type') ?? '';
  const mime = contentType.split(';')[0]!.trim().toLowerCase();
  if (mime !== 'application/x-www-form-urlencoded' && mime !== 'multipart/form-data') {
    throw new Fault(
      'bad-value',
      `Content-Type: application/x-www-form-urlencoded or multipart/form-data expected, "${mime.slice(0, 80)}" found.`,
    );
  }
  try {
    return new Map(await new Response(body, { headers: { 'content-type': contentType } }).formData());
  } catch {
    throw new Fault('bad-value', `Body: ${mime} expected, something that cannot be read as such found.`);
  }
}

/** @throws {Fault} `bad-envelope` for an unknown character set */
function charsetOf(contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw new Fault('bad-envelope', `Content-Type: a known charset expected, "${charset.slice(0, 40)}" found.`);
  }
}
