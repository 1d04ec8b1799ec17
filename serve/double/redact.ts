import { unescapeText } from '../../sw/contract/markup.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { KnownSecrets } from './known-secrets.ts';

export const redacted = 'REDACTED';

/** Matches names of parameters, members, elements and attributes whose values are secret. */
const secretName =
  /^(access_?|refresh_?|id_?|session_?|security_?|binary_?security_?|x-amz-security-)?token$|^(user_?|new_?|old_?)?(password|passwd|pwd|passphrase)$|^(client_?)?(secret|assertion)$|^(api|access|subscription|secret)[_-]?key$|^nonce$|^sig$|^signature$|^x-(amz|goog)-(signature|credential)$/i;
/** Matches names that are only secret as parameters. In other places they are fault codes and list keys. */
const secretParameter = /^(code|key|code_verifier|samlresponse|policy)$/i;
const secretHeaders =
  /^(proxy-)?authorization$|^x-esri-authorization$|^cookie$|^set-cookie2?$|^x-api-key$|token|secret|signature/i;
/** Match operations, and unknown addresses, whose whole answer is a token. */
const tokenOperation = /tokens?$/i;
const tokenAddress = /\/(get|generate|create)?tokens?\/?$/i;

/** Maximum characters at the beginning of a text to search for names. No message has secrets after them. */
const maxLetters = 256 * 1024;
/** Minimum length of values to remember for parameters with common names. Otherwise `key=a` would hide every `a`. */
const minParameterLength = 12;
/** Maximum number of secrets to remember from one message. Further ones are only hidden next to their names. */
const maxOfMessage = 200;

/** Removes secrets from text. It remembers each secret, because a server may repeat it anywhere. */
export class Redactor {
  readonly #known = new KnownSecrets();
  /** The secrets of each request, which is parsed once but described often. */
  readonly #ofRequest = new WeakMap<object, readonly string[]>();
  #heard: string[] = [];
  #steps = 0;

  /** Number of characters and words examined, for tests. */
  get steps(): number {
    return this.#known.steps + this.#steps;
  }

  /** Remember the secrets of a request. */
  learnRequest(exchange: Pick<Exchange, 'url' | 'headers' | 'body'>): void {
    const read = this.#ofRequest.get(exchange);
    if (read) {
      for (const secret of read) this.#known.add(secret);
      return;
    }
    const { url, headers, body } = exchange;
    this.#heard = [];
    for (const [name, value] of url.searchParams) if (isSecretParameter(name)) this.#learn(value, name);
    this.#learn(decodeForm(url.password));
    this.#learnHeaders(headers);
    if (body) this.#withoutNamed(latin1.decode(body.subarray(0, maxLetters)), readContentType(headers));
    // Non-ASCII names and passwords are sent as UTF-8.
    if (body) this.#withoutNamed(utf8.decode(body.subarray(0, maxLetters)), readContentType(headers));
    this.#ofRequest.set(exchange, this.#heard);
  }

  /** Return an address without secrets. */
  address(url: URL): string {
    const clean = new URL(url);
    if (clean.password !== '') clean.password = redacted;
    for (const name of new Set(clean.searchParams.keys()))
      if (isSecretParameter(name)) clean.searchParams.set(name, redacted);
    return this.#withoutKnown(clean.href);
  }

  /** Return headers without secrets. */
  headers(headers: Exchange['headers']): [string, string][] {
    return headers.map(([name, value]) => [name, secretHeaders.test(name) ? redacted : this.text(value, '')]);
  }

  /**
   * Return a text without secrets: hide the values of members, elements, attributes, form fields and address parameters
   * by name, then every known secret.
   *
   * @param type MIME type, in lower case
   */
  text(text: string, type: string): string {
    this.#heard = [];
    const head = this.#withoutNamed(text.slice(0, maxLetters), type);
    return this.#withoutKnown(text.length > maxLetters ? head + text.slice(maxLetters) : head);
  }

  /** Return the text of an answer without secrets. An answer that is only a token is left out. */
  reply({ headers }: Pick<Reply, 'headers'>, body: Uint8Array, operation: string | undefined, url: URL): string {
    const type = readContentType(headers);
    const text = utf8.decode(body);
    this.#learnHeaders(headers);
    const isOfTokens = operation === undefined ? tokenAddress.test(url.pathname) : tokenOperation.test(operation);
    if (!isOfTokens || type.includes('json')) return this.text(text, type);
    const bare = text.trim();
    if (bare.length < maxLetters && !/[\s<>{}]/.test(bare)) this.#learn(bare);
    return text === '' ? '' : redacted;
  }

  /** Check whether bytes contain a known secret. */
  holdsSecret(bytes: Uint8Array): boolean {
    const text = latin1.decode(bytes);
    return this.#withoutKnown(text) !== text;
  }

  #learnHeaders(headers: Exchange['headers']): void {
    for (const [name, value] of headers) {
      if (!secretHeaders.test(name)) {
        // The value may be an address, for example of a page or a redirect.
        this.#withoutNamed(value.slice(0, maxLetters), '');
        continue;
      }
      for (const part of value.split(/[\s,;]/)) {
        const secret = part.slice(/^[\w.-]+=(?!=*$)/.exec(part)?.[0].length ?? 0);
        this.#learn(secret);
        if (/^basic\s/i.test(value))
          this.#learn(
            Buffer.from(secret, 'base64')
              .toString()
              .replace(/^[^:]*:/, ''),
          );
      }
    }
  }

  #learn(secret: string, name = ''): void {
    const isWord =
      /^(basic|bearer|digest|path|secure|httponly|samesite|lax|strict|none|expires|max-age|gmt|domain|null|undefined|true|false)$/i;
    if (secret === redacted || isWord.test(secret)) return;
    if (secretParameter.test(name) && secret.length < minParameterLength) return;
    if (this.#heard.length >= maxOfMessage) return;
    this.#known.add(secret);
    this.#heard.push(secret);
  }

  #withoutKnown(text: string): string {
    return this.#known.replaceIn(text, redacted);
  }

  /** Hide and remember the values of secret names. Each word and each value is examined once. */
  #withoutNamed(text: string, type: string): string {
    const isForm = type === 'application/x-www-form-urlencoded';
    const ends = new Map<string, number>();
    /**
     * Return the next position of a character. Positions must be requested in ascending order, so that the text is
     * searched only once.
     */
    const next = (letter: string, from: number): number => {
      const knownEnd = ends.get(letter) ?? -1;
      if (knownEnd >= from) return knownEnd;
      const index = text.indexOf(letter, from);
      const end = index < 0 ? text.length : index;
      ends.set(letter, end);
      this.#steps += end - from + 1;
      return end;
    };
    const pieces: string[] = [];
    let done = 0;
    for (const word of text.matchAll(/[A-Za-z_][\w-]*/g)) {
      this.#steps++;
      // In "\u0026token", the characters of the escape aren't part of the name.
      const isEscaped = text[word.index - 1] === '\\' && /^u00(26|3[fF])/.test(word[0]);
      const name = isEscaped ? word[0].slice(5) : word[0];
      const isSecret = secretName.test(name);
      if (word.index < done || !(isSecret || secretParameter.test(name))) continue;
      const after = word.index + word[0].length;
      const before = text[word.index - 1];
      const secretRange = isSecret ? (valueIn(text, before, after, next) ?? parameter()) : parameter();
      if (!secretRange || secretRange.from === secretRange.to) continue;
      this.#learn(secretRange.decode(text.slice(secretRange.from, secretRange.to)), name);
      pieces.push(text.slice(done, secretRange.from), redacted);
      done = secretRange.to;

      function parameter(): Found | undefined {
        const starts = isEscaped || before === '?' || before === '&' || before === ';' || before === '#';
        if (text[after] !== '=' || !(starts || (isForm && word.index === 0))) return undefined;
        const stops = isForm ? ['&'] : ['&', '"', "'", '<', '>', ' ', '\n', '\r', '\t', '\\'];
        return { from: after + 1, to: Math.min(...stops.map((stop) => next(stop, after + 1))), decode: decodeForm };
      }
    }
    return done === 0 ? text : pieces.join('') + text.slice(done);
  }
}

/** The position of a value, and the function that decodes it to the secret. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly decode: (value: string) => string;
}

const asMember = /\\?"\s{0,20}:\s{0,20}\\?"/y;
const asElement = /(?:\s[^<>]{0,500})?>/y;
const asAttribute = /\s{0,20}=\s{0,20}["']/y;
const asPart = /"(?:;[^\r\n]{0,300})?(?:\r\n[^\r\n]{1,300}){0,10}\r\n\r\n/y;

/**
 * Find the value after a name: "token":"…" in JSON or nested JSON, <Token …>…</, token="…", or a part of a multipart
 * form.
 */
function valueIn(
  text: string,
  before: string | undefined,
  after: number,
  next: (letter: string, from: number) => number,
): Found | undefined {
  const behind = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = after;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  if (before === '"') {
    const member = behind(asMember);
    if (member !== undefined) return { from: member, to: endOfString(text, member, next), decode: unescapeJson };
    const part = behind(asPart);
    if (part !== undefined)
      return { from: part, to: Math.min(next('\r', part), next('\n', part)), decode: (value) => value };
  }
  const element = before === '<' || before === ':' ? behind(asElement) : undefined;
  const closing = element === undefined ? 0 : next('<', element);
  if (element !== undefined && text.startsWith('</', closing))
    return { from: element, to: closing, decode: unescapeText };
  const attribute = behind(asAttribute);
  if (attribute === undefined) return undefined;
  return { from: attribute, to: next(text[attribute - 1]!, attribute), decode: unescapeText };
}

/** Find the end of a JSON string. In a JSON string within JSON, `\"` ends the string and `\\\"` is a quote inside. */
function endOfString(text: string, from: number, next: (letter: string, from: number) => number): number {
  const isNested = text[from - 2] === '\\';
  for (let end = next('"', from); end < text.length; end = next('"', end + 1)) {
    let escapes = 0;
    while (end - 1 - escapes >= from && text[end - 1 - escapes] === '\\') escapes++;
    if (isNested ? escapes === 1 : escapes % 2 === 0) return end - (isNested ? 1 : 0);
  }
  return text.length;
}

const isSecretParameter = (name: string): boolean => secretName.test(name) || secretParameter.test(name);

const utf8 = new TextDecoder();
const latin1 = new TextDecoder('latin1');

/** Return the MIME type in the headers, in lower case; empty if there is none. */
export function readContentType(headers: Exchange['headers']): string {
  const value = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return value.split(';')[0]!.trim().toLowerCase();
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
