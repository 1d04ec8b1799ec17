import { badValue, Fault, quoteValue, reasonOf, wrongValue } from './contract/index.ts';
import { detectEncoding, encodingHeadBytes, findEncodingName } from './contract/text-encoding.ts';
import type { Scheduler } from './scheduler.ts';

/** Maximum size of a message. A larger image or geometry is a mistake of the client. */
const maxMessageBytes = 64 * 1024 ** 2;

/**
 * Read the body of a request; empty if there is none.
 *
 * The received bytes are counted, because a length header can be wrong.
 *
 * @throws {Fault} `too-large` above `maxBytes`
 */
export async function readBody(request: Request, maxBytes = maxMessageBytes): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(request, maxBytes)) chunks.push(chunk);
  return concatChunks(chunks);
}

function concatChunks(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** Number of bytes decoded between two pauses. A chunk can be the whole body. */
const decodedAtOnce = 256 * 1024;

/**
 * Read the body of a request as text.
 *
 * The encoding comes from the byte order mark, the content type or the XML declaration, in this order. The default is
 * UTF-8.
 *
 * @param scheduler yields to other requests while a large body is read
 * @throws {Fault} `too-large` above 64 MiB; `bad-envelope` for an unknown character set and for bytes that are invalid
 *   in it; any error of the scheduler
 * @see RFC 7303, 3
 */
export async function readText(request: Request, scheduler?: Scheduler): Promise<string> {
  const contentType = request.headers.get('content-type');
  readCharset(contentType);
  let decoder: TextDecoder | undefined;
  let text = '';
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder!.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw wrongValue('bad-envelope', 'Body', `text in ${decoder!.encoding.toUpperCase()}`, 'invalid bytes');
    }
  };
  let head: Uint8Array = new Uint8Array(0);
  for await (const piece of readChunks(request, maxMessageBytes)) {
    const chunk = decoder ? piece : concatChunks([head, piece]);
    head = chunk;
    // A byte order mark or declaration can arrive in several chunks.
    if (!decoder && chunk.length < encodingHeadBytes) continue;
    decoder ??= makeDecoder(chunk, contentType);
    for (let offset = 0; offset < chunk.length; offset += decodedAtOnce) {
      text += decode(chunk.subarray(offset, offset + decodedAtOnce));
      const waiting = scheduler?.yieldIfDue();
      if (waiting) await waiting;
    }
  }
  if (!decoder) {
    decoder = makeDecoder(head, contentType);
    text = decode(head);
  }
  return text + decode();
}

function makeDecoder(head: Uint8Array, contentType: string | null): TextDecoder {
  const [detected, charset] = [detectEncoding(head), readCharset(contentType)];
  // A byte order mark overrides the header of a proxy or program. "UTF-16" in the header leaves the byte order to the
  // text.
  const isMarked = detected !== undefined && head[0]! >= 0xef;
  const isWide = charset?.startsWith('utf-16') && detected?.startsWith('utf-16');
  return new TextDecoder((isMarked || isWide ? detected : charset) ?? detected ?? 'utf-8', { fatal: true });
}

/**
 * Yield the chunks of a body.
 *
 * Firefox has no stream for it (`request.body` is undefined), so there the size is checked after the whole body has
 * arrived.
 */
async function* readChunks(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const tooLarge = (actual: number | string) =>
    wrongValue('too-large', 'Body', `at most ${maxBytes} bytes`, String(actual));
  const announced = Number(request.headers.get('content-length'));
  if (announced > maxBytes) throw tooLarge(announced);
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return;
  if (request.body === undefined) {
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > maxBytes) throw tooLarge(body.length);
    yield body;
    return;
  }
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge('more');
    }
    yield value;
  }
}

/**
 * Return the body of a response as a stream, except for files.
 *
 * Chromium forwards a stream immediately. It turns a text or an array into a Blob, which the page can read only a few
 * turns later.
 *
 * @param body consecutive pieces, or any body of a response
 */
export function toBodyStream(body: BodyInit | readonly Uint8Array[]): BodyInit {
  if (body instanceof Blob) return body;
  const pieces = splitBody(body);
  if (!pieces) return new Response(body as BodyInit).body!;
  // Enqueue the pieces unchanged. A `Response` stream would split them into small chunks, each costing one turn of the
  // worker's event loop.
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

function splitBody(body: BodyInit | readonly Uint8Array[]): readonly Uint8Array[] | undefined {
  if (typeof body === 'string') return [new TextEncoder().encode(body)];
  if (body instanceof Uint8Array) return [body];
  return Array.isArray(body) ? (body as readonly Uint8Array[]) : undefined;
}

/**
 * Read the body of a request as a form, URL-encoded or multipart. Names are as sent; empty if there is no body.
 *
 * @throws {Fault} `too-large` above `maxBytes`; `bad-value` for another content type or a broken body
 */
export async function readForm(request: Request, maxBytes = maxMessageBytes): Promise<Map<string, string | File>> {
  const body = await readBody(request, maxBytes);
  if (body.length === 0) return new Map();
  const contentType = request.headers.get('content-type') ?? '';
  const mime = contentType.split(';')[0]!.trim().toLowerCase();
  if (mime !== 'application/x-www-form-urlencoded' && mime !== 'multipart/form-data') {
    throw badValue('Content-Type', 'application/x-www-form-urlencoded or multipart/form-data', mime || undefined);
  }
  const charset = readCharset(contentType) ?? 'utf-8';
  if (charset !== 'utf-8' && mime === 'application/x-www-form-urlencoded') return decodeForm(charset, body);
  try {
    return new Map(await new Response(body, { headers: { 'content-type': contentType } }).formData());
  } catch (error) {
    throw new Fault('bad-value', `Body isn't valid ${mime}: ${reasonOf(error)}.`);
  }
}

/** Read a form whose percent-encoded bytes aren't UTF-8. */
function decodeForm(charset: string, body: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder(charset);
  const decodeWord = (word: string): string => {
    const latin = word
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
    return decoder.decode(Uint8Array.from(latin, (letter) => letter.charCodeAt(0)));
  };
  const pairs = new TextDecoder('latin1').decode(body).split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeWord(name), decodeWord(value.join('='))];
    }),
  );
}

/**
 * Return the character set of a content type; undefined if it has none.
 *
 * @throws {Fault} `bad-envelope` for an unknown character set
 */
function readCharset(contentType: string | null): string | undefined {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const encoding = charset && findEncodingName(charset);
  if (charset && !encoding) throw wrongValue('bad-envelope', 'Content-Type', 'a known charset', quoteValue(charset));
  return encoding;
}

/**
 * Return the content type for an uploaded file.
 *
 * Types that a browser would run, or read as a page or style, become `application/octet-stream`.
 */
export const safeUploadType = (type: string): string =>
  type === '' || /script|html|xml|xsl|css|wasm/i.test(type) ? 'application/octet-stream' : type;
