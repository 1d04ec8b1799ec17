import { Fault } from './contract/index.ts';
import type { Scheduler } from './scheduler.ts';

/** The largest message that is read; a picture or a geometry of that size is a mistake. */
const largestMessageBytes = 64 * 1024 ** 2;

/**
 * Read the body of a request, counting what really arrives: a length header may lie. Empty when there is none.
 *
 * @throws {Fault} `too-large`
 */
export async function readBody(request: Request, largestBytes = largestMessageBytes): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, largestBytes)) chunks.push(chunk);
  const body = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** Bytes that are decoded between two pauses; a chunk may be the whole body. */
const decodedAtOnce = 256 * 1024;

/**
 * Read the body of a request as text, in the character set that its content type names; UTF-8 without one.
 *
 * @param scheduler lets others in while a large body is read
 * @throws {Fault} `too-large`; `bad-envelope` for an unknown character set; what the scheduler throws
 */
export async function readText(request: Request, scheduler?: Scheduler): Promise<string> {
  const decoder = new TextDecoder(charsetOf(request.headers.get('content-type')));
  let text = '';
  for await (const chunk of chunksOf(request, largestMessageBytes)) {
    for (let at = 0; at < chunk.length; at += decodedAtOnce) {
      text += decoder.decode(chunk.subarray(at, at + decodedAtOnce), { stream: true });
      const waiting = scheduler?.yieldIfDue();
      if (waiting) await waiting;
    }
  }
  return text + decoder.decode();
}

/** Firefox gives no stream of it (`request.body` is undefined there); it is counted when all of it is there. */
async function* chunksOf(request: Request, largestBytes: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new Fault('too-large', `Body: at most ${largestBytes} bytes expected, more found.`);
  if (Number(request.headers.get('content-length')) > largestBytes) throw tooLarge();
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return;
  if (request.body === undefined) {
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > largestBytes) throw tooLarge();
    yield body;
    return;
  }
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
    if (length > largestBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    yield value;
  }
}

/**
 * Give the body of an answer as a stream, but for files. Chromium sends a stream on at once; a text or an array it makes a Blob,
 * from which the page reads a few turns later.
 *
 * @param body pieces that follow each other, or what a response takes
 */
export function streamed(body: BodyInit | readonly Uint8Array[]): BodyInit {
  if (body instanceof Blob) return body;
  const pieces = piecesOf(body);
  if (!pieces) return new Response(body as BodyInit).body!;
  // As they are: the stream of a response is read in small pieces, each a turn of the worker.
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

function piecesOf(body: BodyInit | readonly Uint8Array[]): readonly Uint8Array[] | undefined {
  if (typeof body === 'string') return [new TextEncoder().encode(body)];
  if (body instanceof Uint8Array) return [body];
  return Array.isArray(body) ? (body as readonly Uint8Array[]) : undefined;
}

/**
 * Read the body of a request as a form, url-encoded or multipart, names as they were sent; empty when there is none.
 *
 * @throws {Fault} `too-large`; `bad-value` for another content type or a broken body
 */
export async function readForm(
  request: Request,
  largestBytes = largestMessageBytes,
): Promise<Map<string, string | File>> {
  const body = await readBody(request, largestBytes);
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
