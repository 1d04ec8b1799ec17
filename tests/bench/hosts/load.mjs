import { once } from 'node:events';
import { createConnection } from 'node:net';

/**
 * A client that costs the machine little, because it shares the cores with the servers: requests are bytes that are
 * prepared once, and answers are only counted, not decoded.
 */
export class Connection {
  #socket;
  #chunks = [];
  #byteCount = 0;
  /** Length of the whole answer, headers included; undefined until the headers are complete, NaN for chunks. */
  #expected;
  #settle;

  /** @param {number} port of this machine */
  static async open(port) {
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket.setNoDelay());
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')));
  }

  /**
   * Send a request and wait for the last byte of its answer.
   *
   * @param {Buffer} request
   * @returns {Promise<Buffer>} status line, headers and body
   */
  ask(request) {
    this.#chunks = [];
    this.#byteCount = 0;
    this.#expected = undefined;
    this.#socket.write(request);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** Let the pending request fail. */
  fail(error) {
    this.#settle?.reject(error);
  }

  close() {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk) {
    this.#chunks.push(chunk);
    this.#byteCount += chunk.length;
    this.#expected ??= lengthOf(this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks));
    const isWhole = Number.isNaN(this.#expected) ? endsChunks(chunk) : this.#byteCount >= this.#expected;
    if (!isWhole) return;
    const { resolve } = this.#settle ?? {};
    this.#settle = undefined;
    resolve?.(this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks));
  }
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

function lengthOf(bytes) {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.latin1Slice(0, end))?.[1];
  return length === undefined ? Number.NaN : end + 4 + Number(length);
}

const endsChunks = (chunk) => chunk.subarray(-5).equals(lastChunk);

/** Create the bytes of a GET request. @param {string} path encoded, as in a URL */
export const getRequest = (port, path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);

/** Create the bytes of a SOAP request. */
export function soapRequest(port, path, envelope) {
  const body = Buffer.from(envelope);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: ""\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Return the body of an answer. @throws {Error} if its status isn't 200 */
export function bodyOf(answer) {
  const end = answer.indexOf(headEnd);
  if (answer.latin1Slice(9, 12) !== '200')
    throw new Error(`Expected an answer, found ${answer.toString('latin1', 0, 600)}`);
  const body = answer.subarray(end + 4);
  return /transfer-encoding: chunked/i.test(answer.latin1Slice(0, end)) ? joinChunks(body) : body;
}

/** Join the chunks of a body, each after a line with its hexadecimal length. The last one is empty. */
function joinChunks(body) {
  const chunks = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.latin1Slice(at, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

/**
 * Send requests over several connections for a time, each as soon as the last answer of its connection is complete.
 *
 * @param {{ port: number, requests: Buffer[] }[]} servers connections are spread over them
 * @param {number} concurrency
 * @param {number} durationMs after the warm-up of a fifth of it
 * @returns answers per second, and the number of answers including the warm-up
 */
export async function measureRate(servers, concurrency, durationMs) {
  const warmUntil = performance.now() + durationMs / 5;
  const endAt = warmUntil + durationMs;
  let count = 0;
  let warmUpCount = 0;
  let lastAt = warmUntil;
  const sendAll = async (_, index) => {
    const { port, requests } = servers[index % servers.length];
    const connection = await Connection.open(port);
    for (let i = index; performance.now() < endAt; i++) {
      bodyOf(await connection.ask(requests[i % requests.length]));
      const now = performance.now();
      if (now < warmUntil) warmUpCount++;
      else {
        count++;
        lastAt = now;
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: concurrency }, sendAll));
  return { rate: (1000 * count) / (lastAt - warmUntil), count: warmUpCount + count };
}
