import { Fault } from '../../sw/contract/index.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { differencesBetween } from './differences.ts';
import { bodyOf, bytesOf } from './effects.ts';
import { faultReply } from './fault-reply.ts';
import { nearestOf } from './nearest.ts';
import type { ReadRequest } from './read-request.ts';
import { keyOf, type Recording, type RecordingFolder, type RequestKey, rootOf } from './recording.ts';
import type { Redactor } from './redact.ts';

/** Answers an exchange that was read, or not. */
export type ReadAnswer = (exchange: Exchange, read: ReadRequest) => Promise<Reply | undefined>;

/** Not passed on: of the connection to us, what would make the answer a short one, and what tells this server what to do. */
const droppedHeaders =
  /^(host|connection|keep-alive|proxy-.*|transfer-encoding|te|trailer|upgrade|content-length|expect|accept-encoding|if-.*|origin|sec-.*|x-soapstone-.*|x-relayed|x-request-id)$/;
const droppedReplyHeaders =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|set-cookie|access-control-.*|strict-transport-security)$/;

/**
 * Make what passes requests on to a server and keeps what was asked and answered, without secrets. In answers the address of the
 * server becomes ours, so that clients stay here.
 *
 * @param address of the server, as a person writes it
 * @throws {Fault} `bad-value` for anything but an address
 */
export function recordFrom(address: string, folder: RecordingFolder, redactor: Redactor): ReadAnswer {
  const root = rootOf(address);
  return async (exchange, read) => {
    let reply: Reply;
    try {
      reply = await forwarded(exchange, root);
    } catch (error) {
      const { cause } = error as Error;
      const reason = (cause instanceof Error ? cause.message : (error as Error).message) || 'no connection';
      const fault = new Fault('internal', `The server at ${root} did not answer: ${reason}.`);
      return faultReply(fault, read, exchange, { status: 502 });
    }
    const body = await bodyOf(reply.body);
    folder.keep(keyOf(read, exchange), exchange, reply, body, root, redactor);
    const isText = /text|json|xml/.test(reply.headers.find(([name]) => name === 'content-type')?.[1] ?? '');
    const own = ownRoot(exchange.url);
    return isText
      ? { ...reply, body: bytesOf(Buffer.from(body).toString().replaceAll(root, own)) }
      : { ...reply, body };
  };
}

async function forwarded({ method, url, headers, body, signal }: Exchange, root: string): Promise<Reply> {
  const { pathname } = new URL(root);
  const below =
    pathname !== '/' && url.pathname.startsWith(`${pathname}/`) ? url.pathname.slice(pathname.length) : url.pathname;
  const sent = new Headers();
  for (const [name, value] of headers) if (!droppedHeaders.test(name)) sent.append(name, value);
  // What a request says of the server has to be in the server's own words.
  const own = ownRoot(url);
  const search = url.search.replaceAll(encodeURIComponent(own), encodeURIComponent(root));
  const hasBody = body && method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${root}${below}${search}`, {
    method,
    headers: sent,
    redirect: 'manual',
    signal,
    ...(hasBody ? { body: body as Uint8Array<ArrayBuffer> } : {}),
  });
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !droppedReplyHeaders.test(name)),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Address under which this server presents itself, without a slash at the end. */
const ownRoot = (url: URL): string => url.origin;

/**
 * Make what answers requests from recordings: the answers to one request in the order in which they were recorded, the last one
 * for ever. Undefined for a request that was not recorded.
 */
export function replayFrom(folder: RecordingFolder): ReadAnswer {
  const given = new Map<Recording, number>();
  return async (exchange, read) => {
    const recording = folder.find(keyOf(read, exchange));
    if (!recording) return undefined;
    const at = Math.min(given.get(recording) ?? 0, recording.answers.length - 1);
    given.set(recording, at + 1);
    const answer = recording.answers[at]!;
    return { status: answer.status, headers: answer.headers, body: folder.bodyOf(answer, ownRoot(exchange.url)) };
  };
}

/** Answer a request that was not recorded with a fault that names the nearest recorded one. */
export function notRecorded(exchange: Exchange, read: ReadRequest, folder: RecordingFolder): Promise<Reply> {
  const key = keyOf(read, exchange);
  const what = [key.operation ?? exchange.url.pathname, key.service && `of ${key.service}`].filter(Boolean).join(' ');
  const near = nearestRecorded(key, folder);
  const message = `No answer to ${what} with these arguments was recorded. ${near}`;
  return faultReply(new Fault('not-found', message), read, exchange, { status: read.soap ? 500 : 404 });
}

/** Name the recorded operation and service that are most like those of a request; empty where nothing is. */
function nearestNames({ operation = '', service = '' }: RequestKey, folder: RecordingFolder): string {
  const keys = folder.list().map(({ key }) => key);
  const nearest = [
    nearestOf(operation, new Set(keys.flatMap((key) => key.operation ?? []))),
    nearestOf(service, new Set(keys.flatMap((key) => key.service ?? []))),
  ].filter((name) => name !== undefined && name !== operation && name !== service);
  return nearest.length === 0 ? '' : ` The nearest recorded name is ${nearest.join(' of ')}.`;
}

function nearestRecorded(key: RequestKey, folder: RecordingFolder): string {
  const alike = folder
    .list()
    .filter(
      (one) => one.key.face === key.face && one.key.operation === key.operation && one.key.service === key.service,
    )
    .map((one) => differencesBetween(one.key.arguments, key.arguments))
    .sort((a, b) => a.length - b.length);
  const [nearest] = alike;
  if (!nearest) return `No request of this operation to this service was recorded.${nearestNames(key, folder)}`;
  const [first] = nearest;
  if (!first) return 'One with the same arguments was, but with another secret.';
  const { path, recorded = 'nothing', found = 'nothing' } = first;
  return `The nearest one of ${alike.length} differs in ${path}: ${recorded} expected, ${found} found.`;
}
