import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badValue } from '../../sw/contract/index.ts';
import { trimLetters } from '../../sw/contract/trim-letters.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { readJson } from './check.ts';
import type { ReadRequest } from './read-request.ts';
import { type Redactor, readContentType, redacted } from './redact.ts';

/** The key of a request. Requests with equal keys get the same answer. */
export interface RequestKey {
  /** Protocol of the request. Stored recordings have this name. */
  readonly face: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  /** Arguments in a fixed order, without secrets. For unknown requests: method, path and parameters. */
  readonly arguments: unknown;
}

/** A recorded answer. */
interface RecordedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Text in which `{{root}}` replaces the address of the server; undefined if there is a `bodyFile`. */
  readonly body?: string;
  /** Name of a file in the same folder with the bytes of the body. */
  readonly bodyFile?: string;
}

/** A request and its answers in order of arrival. */
export interface Recording {
  readonly format: typeof format;
  readonly key: RequestKey;
  readonly request: {
    readonly method: string;
    /** Path below the root, with its query. */
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly answers: readonly RecordedAnswer[];
}

const format = 'soapstone-recording/1';
/** Placeholder for the address of the server, such as `https://host/arcgis`, in recordings. */
const rootMark = '{{root}}';
const maxAnswers = 100;
const recordedRequestHeaders = new Set(['content-type', 'soapaction', 'accept']);
const recordedReplyHeaders = new Set(['content-type', 'content-disposition', 'last-modified', 'location']);
const textual = /^text\/|json|xml|javascript|x-www-form-urlencoded/;
/** Parameters that aren't part of a key: those that change without affecting the answer, and passwords. */
const volatileParameters = new Set(['token', 'callback', '_', '_ts', 'ts', 'nocache', 'password', 'client_secret']);

/** Return the key of a request. This server's address in it is replaced with the placeholder. */
export function makeRequestKey(read: ReadRequest, exchange: Exchange): RequestKey {
  return JSON.parse(withMark(JSON.stringify(makeFullKey(read, exchange)), exchange.url.origin)) as RequestKey;
}

function makeFullKey(read: ReadRequest, { method, url, body }: Exchange): RequestKey {
  const { protocol: face, service, operation } = read;
  if (read.soap && operation !== undefined && !read.fault) {
    const { version, dialect } = read.soap;
    return { face, service, operation, arguments: inOrder({ version, namespace: dialect.namespace, ...read.values }) };
  }
  const parameters = [...read.given]
    .filter(([name]) => !volatileParameters.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : 'file'] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const isKnown = operation !== undefined && read.match !== undefined;
  const path = isKnown ? Object.fromEntries(read.match!.parameters) : `${method} ${url.pathname}`;
  const isForm = parameters.length > 0 || !body || body.length === 0;
  const rest = isKnown || isForm ? {} : { body: createHash('sha256').update(body).digest('hex') };
  return { face, service, operation, arguments: { path, ...Object.fromEntries(parameters), ...rest } };
}

/** Return a short name for a key, which is the same on every machine. The recording's file has this name. */
function recordingName(key: RequestKey): string {
  const text = JSON.stringify([key.face, key.service ?? null, key.operation ?? null, key.arguments]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${(key.operation ?? key.face).replace(/[^\w-]/g, '_').slice(0, 60)}-${hash}`;
}

function inOrder(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, entry]) => [name, inOrder(entry)]),
  );
}

/** A folder of recordings, with one file per distinct request. */
export class RecordingFolder {
  readonly #folder: string;
  readonly #recordings = new Map<string, Recording>();

  /** Read the recordings in a folder. @throws {Fault} `bad-value`, naming the file and the error in it */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      const recording = readJson(readFileSync(join(folder, file), 'utf8'), file) as Recording;
      if (recording?.format !== format) throw badValue(`${file}: format`, format, recording?.format);
      this.#recordings.set(recordingName(recording.key), recording);
    }
  }

  list(): readonly Recording[] {
    return [...this.#recordings.values()];
  }

  find(key: RequestKey): Recording | undefined {
    return this.#recordings.get(recordingName(key));
  }

  /** Return the bytes of a recorded body, with the recorded server's address replaced with `root`. */
  bodyOf({ body, bodyFile }: RecordedAnswer, root: string): Uint8Array | undefined {
    if (bodyFile !== undefined)
      return new Uint8Array(readFileSync(join(this.#folder, bodyFile.replace(/[/\\]/g, '_'))));
    return body === undefined ? undefined : new TextEncoder().encode(body.replaceAll(rootMark, root));
  }

  /**
   * Store an answer without secrets, unless it equals the last answer to the same request.
   *
   * @param root address of the server without a trailing slash, which isn't stored either
   */
  keep(key: RequestKey, exchange: Exchange, reply: Reply, body: Uint8Array, root: string, redactor: Redactor): void {
    redactor.learnRequest(exchange);
    // Headers and bare tokens of the answer may contain secrets that must also be removed from the request.
    const replyText = redactor.reply(reply, body, key.operation, exchange.url);
    const clean = (text: string, type: string): string => withMark(redactor.text(text, type), root);
    const cleanKey = JSON.parse(clean(JSON.stringify(key), 'application/json')) as RequestKey;
    const name = recordingName(cleanKey);
    const type = readContentType(exchange.headers);
    const known = this.#recordings.get(name);
    const recording: Recording = known ?? {
      format,
      key: cleanKey,
      request: {
        method: exchange.method,
        path: clean(addressPath(redactor.address(exchange.url)), ''),
        headers: redactor.headers(
          exchange.headers.filter(([header]) => recordedRequestHeaders.has(header.toLowerCase())),
        ),
        body: exchange.body?.length ? clean(Buffer.from(exchange.body).toString(), type) : undefined,
      },
      answers: [],
    };
    const answer = this.#answerOf(
      name,
      recording.answers.length,
      reply,
      body,
      withMark(replyText, root),
      root,
      redactor,
    );
    const last = recording.answers.at(-1);
    const isSame = last && JSON.stringify({ ...last, bodyFile: '' }) === JSON.stringify({ ...answer, bodyFile: '' });
    if (recording.answers.length >= maxAnswers || (isSame && answer.bodyFile === undefined)) return;
    const next = { ...recording, answers: [...recording.answers, answer] };
    this.#recordings.set(name, next);
    const path = join(this.#folder, `${name}.json`);
    // Rename, so that a stopped program leaves the old file intact.
    writeFileSync(`${path}.new`, `${JSON.stringify(next, null, 1)}\n`);
    renameSync(`${path}.new`, path);
  }

  #answerOf(
    name: string,
    count: number,
    { status, headers }: Reply,
    body: Uint8Array,
    text: string,
    root: string,
    redactor: Redactor,
  ): RecordedAnswer {
    const safe = redactor
      .headers(headers.filter(([header]) => recordedReplyHeaders.has(header.toLowerCase())))
      .map(([header, value]) => [header, withMark(value, root)] as const);
    const type = readContentType(headers);
    if (body.length === 0) return { status, headers: safe };
    if (textual.test(type) || type === '') return { status, headers: safe, body: text };
    if (redactor.holdsSecret(body)) return { status, headers: safe, body: redacted };
    const bodyFile = `${name}-${count + 1}.bin`;
    writeFileSync(join(this.#folder, bodyFile), body);
    return { status, headers: safe, bodyFile };
  }
}

const addressPath = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** Replace the address of the server with the placeholder, for both schemes and in the encodings of JSON and URLs. */
function withMark(text: string, root: string): string {
  const bare = root.replace(/^https?:\/\//, '');
  return [`https://${bare}`, `http://${bare}`]
    .flatMap((address) => [address, address.replaceAll('/', '\\/'), encodeURIComponent(address)])
    .reduce((marked, address) => marked.replaceAll(address, rootMark), text);
}

/**
 * Read the address of a server to record: the part before `/rest/services` or `/services`, without a trailing slash.
 *
 * @throws {Fault} `bad-value`
 */
export function serverRoot(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw badValue('--record', 'a URL such as https://host/arcgis', address);
  const { origin, pathname } = new URL(address);
  return origin + trimLetters(pathname.split(/(?:\/rest)?\/services(?:\/|$)/, 1)[0]!, '/').replace(/\/rest$/, '');
}
