import type { Exchange, Reply } from '../exchange.ts';

export const redacted = 'REDACTED';

/** Names of parameters, members, elements and attributes whose values nobody else may see. */
const secretName =
  /^(access_?|refresh_?|id_?|session_?|security_?|binary_?security_?)?token$|^(user_?|new_?|old_?)?(password|passwd|pwd)$|^(client_?)?secret$|^api_?key$|^nonce$/i;
const secretHeaders =
  /^(proxy-)?authorization$|^x-esri-authorization$|^cookie$|^set-cookie2?$|^x-api-key$|token|secret/i;
/** Shorter ones are replaced where their name says what they are, but not wherever the same letters occur. */
const shortestLetters = 5;

/** Takes the secrets out of what is written; it remembers each one, since a server may repeat it anywhere. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Remember the secrets of a request. */
  learnRequest({ url, headers, body }: Pick<Exchange, 'url' | 'headers' | 'body'>): void {
    for (const [name, value] of url.searchParams) if (secretName.test(name)) this.#learn(value);
    this.#learn(decodeURIComponent(url.password));
    this.#learnHeaders(headers);
    if (body) this.text(latin1.decode(body), typeOf(headers));
  }

  /** Remember the secrets of a reply. */
  learnReply({ headers }: Pick<Reply, 'headers'>, body: Uint8Array): void {
    this.#learnHeaders(headers);
    this.text(utf8.decode(body), typeOf(headers));
  }

  /** An address without its secrets. */
  address(url: URL): string {
    const clean = new URL(url);
    if (clean.password !== '') clean.password = redacted;
    for (const name of new Set(clean.searchParams.keys()))
      if (secretName.test(name)) clean.searchParams.set(name, redacted);
    return this.#withoutKnown(clean.href);
  }

  /** Headers without their secrets. */
  headers(headers: Exchange['headers']): [string, string][] {
    return headers.map(([name, value]) => [name, secretHeaders.test(name) ? redacted : this.#withoutKnown(value)]);
  }

  /**
   * A text without its secrets: values of members, elements, attributes, form fields and addresses by their names, then every
   * secret that is known.
   *
   * @param type MIME type, in lower case
   */
  text(text: string, type: string): string {
    let clean = text;
    const hide = (pattern: RegExp, decode: (value: string) => string = (value) => value): void => {
      clean = clean.replace(pattern, (whole, before: string, name: string, between: string, value: string) => {
        if (!secretName.test(name) || value === '') return whole;
        this.#learn(decode(value));
        return `${before}${name}${between}${redacted}`;
      });
    };
    // "token":"…" of JSON, also within a text of JSON; token="…" and <Token …>…</ of XML and HTML.
    hide(/(\\?")([\w-]+)(\\?"\s*:\s*\\?")((?:[^"\\]|\\[^"])*)/g, unescapeJson);
    hide(/([<:])([A-Za-z][\w.-]*)((?:\s[^<>]*)?>)([^<]*)(?=<\/)/g, unescapeXml);
    hide(/(\s)([A-Za-z][\w-]*)(\s*=\s*["'])([^"']*)/g, unescapeXml);
    hide(/([?&]|&amp;|\\u0026)([\w-]+)(=)([^&"'<>\s\\]*)/g, decodeForm);
    if (type === 'application/x-www-form-urlencoded') hide(/(^|&)([\w-]+)(=)([^&]*)/g, decodeForm);
    if (type === 'multipart/form-data') hide(/(name=")([\w-]+)("(?:;[^\r\n]*)?(?:\r\n[^\r\n]+)*\r\n\r\n)([^\r\n]*)/g);
    return this.#withoutKnown(clean);
  }

  /** Whether bytes hold a secret that is known. */
  holdsSecret(bytes: Uint8Array): boolean {
    const text = latin1.decode(bytes);
    return this.#withoutKnown(text) !== text;
  }

  #learnHeaders(headers: Exchange['headers']): void {
    for (const [name, value] of headers) {
      if (!secretHeaders.test(name)) continue;
      for (const part of value.split(/[\s,;]+/)) {
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

  #learn(secret: string): void {
    const isWord =
      /^(basic|bearer|digest|path|secure|httponly|samesite|lax|strict|none|expires|max-age|gmt|domain|null|undefined|true|false)$/i;
    if (secret.length >= shortestLetters && secret !== redacted && !isWord.test(secret)) this.#secrets.add(secret);
  }

  #withoutKnown(text: string): string {
    let clean = text;
    for (const secret of this.#secrets)
      for (const form of formsOf(secret)) if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
    return clean;
  }
}

const utf8 = new TextDecoder();
const latin1 = new TextDecoder('latin1');

/** How a text looks in a message, an address, a form, JSON and XML; the longest first. */
const formsOf = (secret: string): string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      Buffer.from(secret).toString('base64'),
    ]),
  ].sort((a, b) => b.length - a.length);

/** The MIME type that headers name, in lower case; empty without one. */
export function typeOf(headers: Exchange['headers']): string {
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

const unescapeXml = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
  );

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
