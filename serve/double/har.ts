import type { Exchange, Reply } from '../exchange.ts';
import type { JournalEntry } from './journal.ts';
import { type Redactor, typeOf } from './redact.ts';

/** Types whose bodies are text. */
const textual = /^text\/|json|xml|javascript|x-www-form-urlencoded/;

/**
 * Write requests as an HTTP archive, version 1.2, without their secrets. Bodies of answers are as long as the journal keeps them.
 *
 * @param version of this program
 */
export function harOf(entries: readonly JournalEntry[], version: string, redactor: Redactor): object {
  for (const { exchange, replyHeaders, replyStart } of entries) {
    redactor.learnRequest(exchange);
    redactor.learnReply({ headers: replyHeaders }, Buffer.concat(replyStart));
  }
  return {
    log: {
      version: '1.2',
      creator: { name: 'soapstone', version },
      entries: entries.map((entry) => harEntry(entry, redactor)),
    },
  };
}

function harEntry(entry: JournalEntry, redactor: Redactor): object {
  const { exchange, replyHeaders, waitedMs = 0, totalMs = waitedMs ?? 0 } = entry;
  const url = new URL(redactor.address(exchange.url));
  const receive = Math.max(0, totalMs - waitedMs);
  return {
    startedDateTime: new Date(entry.receivedAt).toISOString(),
    time: totalMs,
    request: {
      method: exchange.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(redactor.headers(exchange.headers)),
      queryString: pairs([...url.searchParams]),
      ...postData(exchange, redactor),
      headersSize: -1,
      bodySize: exchange.body?.length ?? 0,
    },
    response: {
      // By convention 0 says that none arrived.
      status: entry.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(redactor.headers(replyHeaders)),
      content: contentOf(entry, redactor),
      redirectURL: replyHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: entry.replyBytes,
    },
    cache: {},
    timings: { send: 0, wait: waitedMs, receive },
    ...(entry.rule === undefined ? {} : { comment: `rule ${entry.rule}` }),
  };
}

function postData({ headers, body }: Exchange, redactor: Redactor): object {
  if (!body || body.length === 0) return {};
  const mimeType = typeOf(headers);
  const text =
    textual.test(mimeType) || mimeType === 'multipart/form-data' ? new TextDecoder().decode(body) : undefined;
  return { postData: { mimeType, text: text === undefined ? '' : redactor.text(text, mimeType), params: [] } };
}

function contentOf({ replyHeaders, replyStart, replyBytes }: JournalEntry, redactor: Redactor): object {
  const mimeType = typeOf(replyHeaders);
  const bytes = Buffer.concat(replyStart);
  const isShort = bytes.length < replyBytes ? { comment: `the first ${bytes.length} bytes` } : {};
  if (textual.test(mimeType))
    return { size: replyBytes, mimeType, text: redactor.text(bytes.toString(), mimeType), ...isShort };
  if (redactor.holdsSecret(bytes)) return { size: replyBytes, mimeType, comment: 'left out, since it holds a secret' };
  return { size: replyBytes, mimeType, text: bytes.toString('base64'), encoding: 'base64', ...isShort };
}

const pairs = (all: Reply['headers']): object[] => all.map(([name, value]) => ({ name, value }));
