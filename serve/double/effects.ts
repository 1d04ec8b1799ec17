import { setTimeout as wait } from 'node:timers/promises';
import { maximumRecordsHeader } from '../../sw/contract/for-tests.ts';
import { type Answer, ConnectionClosed, type Exchange, type Reply } from '../exchange.ts';
import { effectFault, faultReply } from './fault-reply.ts';
import type { ReadRequest } from './read-request.ts';
import { type Applied, logNormal } from './rule-book.ts';

const maxDelayMs = 600_000;
/** Bytes of padding per chunk. */
const fillingBytes = 65_536;
/** Maximum bytes of an answer to alter or slow down, because the whole answer is read first. */
const maxSpoiltBytes = 256 * 1024 ** 2;

/**
 * Answer a request with the effect of a rule.
 *
 * @throws {ConnectionClosed} if the rule closes the connection, before the answer or within its body
 */
export async function answerWith(
  applied: Applied,
  read: ReadRequest,
  exchange: Exchange,
  next: Answer,
): Promise<Reply> {
  const { effect, random } = applied;
  const { delayMs = 0, close, status, body, contentType, maximumRecords } = effect;
  const milliseconds =
    typeof delayMs === 'number' ? delayMs : logNormal(delayMs.medianMs ?? 0, delayMs.sigma ?? 0, random);
  if (milliseconds > 0) await pause(milliseconds, exchange);
  if (close === true) throw new ConnectionClosed(`Rule ${applied.rule.id} closes the connection.`);
  const fault = effectFault(effect, read);
  let reply: Reply;
  if (fault) reply = await faultReply(fault, read, exchange, effect.fault);
  else if (status !== undefined)
    reply = { status, headers: [['content-type', 'text/plain']], body: encodeText(body ?? '') };
  else if (maximumRecords === undefined) reply = await next(exchange);
  else reply = await next(withHeader(exchange, maximumRecordsHeader, String(maximumRecords)));
  if (contentType !== undefined)
    reply = { ...reply, headers: [...without(reply, ['content-type']), ['content-type', contentType]] };
  return spoilt(applied, exchange, reply);
}

async function spoilt({ rule, effect, random }: Applied, exchange: Exchange, reply: Reply): Promise<Reply> {
  const { malformed, truncate, sizeBytes, slowBody, close } = effect;
  const closesAfter = typeof close === 'object' ? (close.afterBytes ?? 0) : undefined;
  if (!malformed && !truncate && sizeBytes === undefined && !slowBody && closesAfter === undefined) return reply;
  let body = readPieces(reply.body);
  if (malformed) body = garble(body, random);
  if (sizeBytes !== undefined) body = padTo(body, sizeBytes);
  if (truncate) body = firstBytes(body, truncate.afterBytes ?? 0);
  if (closesAfter !== undefined) body = closeAfterBody(firstBytes(body, closesAfter), rule.id);
  if (slowBody) body = throttle(body, slowBody.pieces ?? 2, slowBody.overMs ?? 0, exchange);
  return { ...reply, headers: without(reply, ['content-length', 'content-encoding', 'etag']), body };
}

async function* readPieces(body: Reply['body']): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else if (body) yield* body;
}

/** Read a body as a whole. @throws {RangeError} if it is longer than `maxSpoiltBytes` */
export async function readReplyBody(body: Reply['body']): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of readPieces(body)) {
    length += piece.length;
    if (length > maxSpoiltBytes)
      throw new RangeError(`Body: expected at most ${maxSpoiltBytes} bytes, found ${length}.`);
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Replace the middle third of a body with random bytes. Its beginning and end stay valid. */
async function* garble(body: AsyncIterable<Uint8Array>, random: () => number): AsyncGenerator<Uint8Array> {
  const whole = await readReplyBody(body);
  for (let i = Math.floor(whole.length / 3); i < (whole.length * 2) / 3; i++) whole[i] = Math.floor(random() * 256);
  yield whole;
}

async function* padTo(body: AsyncIterable<Uint8Array>, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let remaining = sizeBytes;
  for await (const piece of body) {
    remaining -= piece.length;
    yield piece;
  }
  const filling = new Uint8Array(fillingBytes).fill(0x20);
  for (; remaining > 0; remaining -= filling.length)
    yield remaining < filling.length ? filling.subarray(0, remaining) : filling;
}

async function* firstBytes(body: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let remaining = count;
  if (remaining === 0) return;
  for await (const piece of body) {
    yield piece.subarray(0, remaining);
    remaining -= piece.length;
    if (remaining <= 0) return;
  }
}

async function* closeAfterBody(body: AsyncIterable<Uint8Array>, id: string): AsyncGenerator<Uint8Array> {
  yield* body;
  throw new ConnectionClosed(`Rule ${id} closes the connection within the answer.`);
}

async function* throttle(
  body: AsyncIterable<Uint8Array>,
  pieces: number,
  overMs: number,
  exchange: Exchange,
): AsyncGenerator<Uint8Array> {
  const whole = await readReplyBody(body);
  for (let i = 0; i < pieces; i++) {
    await pause(overMs / pieces, exchange);
    const piece = whole.subarray((whole.length * i) / pieces, (whole.length * (i + 1)) / pieces);
    if (piece.length > 0) yield piece;
  }
}

/** Wait, unless the client disconnects. */
async function pause(milliseconds: number, { signal }: Exchange): Promise<void> {
  await wait(Math.min(milliseconds, maxDelayMs), undefined, { signal }).catch(() => signal.throwIfAborted());
}

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const without = ({ headers }: Reply, names: readonly string[]): Reply['headers'] =>
  headers.filter(([name]) => !names.includes(name.toLowerCase()));

/** Return an exchange with a header added or replaced. */
const withHeader = (exchange: Exchange, name: string, value: string): Exchange => ({
  ...exchange,
  headers: [...exchange.headers.filter(([headerName]) => headerName !== name), [name, value]],
});
