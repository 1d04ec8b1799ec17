import { escapeAttribute } from '../../sw/contract/markup.ts';

/** A node of the prefix tree of known secrets. One pass through a text finds all of them. */
interface Branch {
  readonly next: Map<number, Branch>;
  /** Forms that begin with the characters up to this node. */
  readonly forms: string[];
}

const maxSecrets = 1000;
/**
 * Maximum depth of the tree, which limits the steps per character of a text. The rest of a form is compared as a
 * string.
 */
const maxDepth = 24;
/**
 * Maximum number of forms at a node. If more forms have the same beginning, such as signed tokens, any token-like text
 * that begins with it is hidden.
 */
const maxFormsAtBranch = 16;
/** Minimum length of secrets to replace within words. Shorter ones are only replaced as whole words. */
const minInnerLength = 5;
const minLength = 3;

const newBranch = (): Branch => ({ next: new Map(), forms: [] });

/** Finds known secrets in text, in all the encodings of messages. The oldest secrets are forgotten first. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  #root = newBranch();
  /** Number of characters examined, for tests. */
  steps = 0;

  /** Remember a secret. */
  add(secret: string): void {
    if (secret.length < minLength) return;
    if (this.#secrets.delete(secret)) {
      this.#secrets.add(secret);
      return;
    }
    this.#secrets.add(secret);
    if (this.#secrets.size <= maxSecrets) {
      this.#plant(secret);
      return;
    }
    // Drop several secrets together, because the tree must be rebuilt.
    for (const oldest of [...this.#secrets].slice(0, maxSecrets / 4)) this.#secrets.delete(oldest);
    this.#root = newBranch();
    for (const plainSecret of this.#secrets) this.#plant(plainSecret);
  }

  /** Replace each known secret in a text with a mark. */
  replaceIn(text: string, mark: string): string {
    const pieces: string[] = [];
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const length = this.#lengthAt(text, index);
      if (length === 0) continue;
      pieces.push(text.slice(from, index), mark);
      from = index + length;
      index = from - 1;
    }
    return from === 0 ? text : pieces.join('') + text.slice(from);
  }

  #lengthAt(text: string, start: number): number {
    let branch: Branch | undefined = this.#root;
    let longest = 0;
    for (let index = start; branch && index <= text.length; index++) {
      this.steps++;
      for (const form of branch.forms) {
        this.steps++;
        if (form.length > longest && text.startsWith(form, start) && isFree(text, start, form)) longest = form.length;
      }
      if (branch.forms.length === maxFormsAtBranch) longest = Math.max(longest, findTokenEnd(text, index) - start);
      branch = branch.next.get(text.charCodeAt(index));
    }
    return longest;
  }

  #plant(secret: string): void {
    for (const form of listForms(secret)) {
      let branch = this.#root;
      for (let index = 0; index < Math.min(form.length, maxDepth); index++) {
        const letter = form.charCodeAt(index);
        const next = branch.next.get(letter) ?? newBranch();
        branch.next.set(letter, next);
        branch = next;
      }
      if (branch.forms.length < maxFormsAtBranch) branch.forms.push(form);
    }
  }
}

/** Return the end of a run of characters that tokens consist of. */
function findTokenEnd(text: string, from: number): number {
  const run = /[\w.~+/=%-]*/y;
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

const isWordAt = (text: string, index: number): boolean => index >= 0 && index < text.length && /\w/.test(text[index]!);

/** Check whether a match may be replaced. A secret that is too short to replace within words must be a whole word. */
const isFree = (text: string, start: number, { length }: string): boolean =>
  length >= minInnerLength || !(isWordAt(text, start - 1) || isWordAt(text, start + length));

/** List the encodings of a secret in messages, addresses, forms, JSON and XML. */
const listForms = (secret: string): ReadonlySet<string> =>
  new Set([
    secret,
    encodeURIComponent(secret.replaceAll(/\p{Cs}/gu, '\ufffd')),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    escapeAttribute(secret),
    Buffer.from(secret).toString('base64'),
  ]);
