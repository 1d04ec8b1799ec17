import { Fault } from './contract/index.ts';
import { encodingHeadBytes, encodingInBytes, knownEncoding } from './contract/text-encoding.ts';
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
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
 * Read the body of a request as text, in the encoding of its byte order mark, else of its content type, else of its XML
 * declaration, else UTF-8.
 *
 * @param scheduler lets others in while a large body is read
 * @throws {Fault} `too-large`; `bad-envelope` for an unknown character set and for bytes that are not of it; what the scheduler throws
 * @see RFC 7303, 3
 */
export async function readText(request: Request, scheduler?: Scheduler): Promise<string> {
  const contentType = request.headers.get('content-type');
  charsetOf(contentType);
  let decoder: TextDecoder | undefined;
  let text = '';
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder!.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Fault('bad-envelope', `Body: text in ${decoder!.encoding.toUpperCase()} expected, other bytes found.`);
    }
  };
  let head: Uint8Array = new Uint8Array(0);
  for await (const piece of chunksOf(request, largestMessageBytes)) {
    const chunk = decoder ? piece : joined([head, piece]);
    head = chunk;
    // A mark or declaration may come in pieces.
    if (!decoder && chunk.length < encodingHeadBytes) continue;
    decoder ??= decoderOf(chunk, contentType);
    for (let at = 0; at < chunk.length; at += decodedAtOnce) {
      text += decode(chunk.subarray(at, at + decodedAtOnce));
      const waiting = scheduler?.yieldIfDue();
      if (waiting) await waiting;
    }
  }
  if (!decoder) {
    decoder = decoderOf(head, contentType);
    text = decode(head);
  }
  return text + decode();
}

function decoderOf(head: Uint8Array, contentType: string | null): TextDecoder {
  const [found, charset] = [encodingInBytes(head), charsetOf(contentType)];
  // A mark says more than a header that a proxy or program put there; "UTF-16" leaves the order of bytes to the text.
  const isMarked = found !== undefined && head[0]! >= 0xef;
  const isWide = charset?.startsWith('utf-16') && found?.startsWith('utf-16');
  return new TextDecoder((isMarked || isWide ? found : charset) ?? found ?? 'utf-8', { fatal: true });
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
  const charset = charsetOf(contentType) ?? 'utf-8';
  if (charset !== 'utf-8' && mime === 'application/x-www-form-urlencoded') return formIn(charset, body);
  try {
    return new Map(await new Response(body, { headers: { 'content-type': contentType } }).formData());
  } catch {
    throw new Fault('bad-value', `Body: ${mime} expected, something that cannot be read as such found.`);
  }
}

/** A form whose percent signs are bytes of another encoding than UTF-8. */
function formIn(charset: string, body: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder(charset);
  const decoded = (word: string): string => {
    const latin = word
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
    return decoder.decode(Uint8Array.from(latin, (letter) => letter.charCodeAt(0)));
  };
  const pairs = new TextDecoder('latin1').decode(body).split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    }),
  );
}

/** @throws {Fault} `bad-envelope` for an unknown character set */
function charsetOf(contentType: string | null): string | undefined {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const known = charset && knownEncoding(charset);
  if (charset && !known)
    throw new Fault('bad-envelope', `Content-Type: a known charset expected, "${charset.slice(0, 40)}" found.`);
  return known;
}

/** The type by which an uploaded file is answered: what a browser would run, or read as a page or style, becomes bytes of no type. */
export const uploadedType = (type: string): string =>
  type === '' || /script|html|xml|xsl|css|wasm/i.test(type) ? 'application/octet-stream' : type;
