import { escapeAttribute } from '../../sw/contract/markup.ts';

/** The letters of secrets that were seen, as a tree; one walk of a text finds all of them. */
interface Branch {
  readonly next: Map<number, Branch>;
  /** Forms whose first letters lead here. */
  readonly forms: string[];
}

const maxSecrets = 1000;
/** The tree is cut at this depth, so that a step for each letter of a text has a limit; the rest of a form is compared. */
const maxDepth = 24;
/** Where more begin alike, as signed tokens do, whatever looks like a token from there on is taken for one. */
const maxFormsAtBranch = 16;
/** Shorter ones are replaced where they are words of their own. */
const minInnerLength = 5;
const minLength = 3;

const newBranch = (): Branch => ({ next: new Map(), forms: [] });

/** Finds secrets wherever they occur, in the forms that messages give them. The oldest is forgotten first. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  #root = newBranch();
  /** Letters that were looked at, for tests. */
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
    // Several at once, because the tree grows anew.
    for (const oldest of [...this.#secrets].slice(0, maxSecrets / 4)) this.#secrets.delete(oldest);
    this.#root = newBranch();
    for (const one of this.#secrets) this.#plant(one);
  }

  /** Put a mark in place of each secret in a text. */
  replaceIn(text: string, mark: string): string {
    const pieces: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const length = this.#lengthAt(text, at);
      if (length === 0) continue;
      pieces.push(text.slice(from, at), mark);
      from = at + length;
      at = from - 1;
    }
    return from === 0 ? text : pieces.join('') + text.slice(from);
  }

  #lengthAt(text: string, start: number): number {
    let branch: Branch | undefined = this.#root;
    let longest = 0;
    for (let at = start; branch && at <= text.length; at++) {
      this.steps++;
      for (const form of branch.forms) {
        this.steps++;
        if (form.length > longest && text.startsWith(form, start) && isFree(text, start, form)) longest = form.length;
      }
      if (branch.forms.length === maxFormsAtBranch) longest = Math.max(longest, tokenEnd(text, at) - start);
      branch = branch.next.get(text.charCodeAt(at));
    }
    return longest;
  }

  #plant(secret: string): void {
    for (const form of formsOf(secret)) {
      let branch = this.#root;
      for (let at = 0; at < Math.min(form.length, maxDepth); at++) {
        const letter = form.charCodeAt(at);
        const next = branch.next.get(letter) ?? newBranch();
        branch.next.set(letter, next);
        branch = next;
      }
      if (branch.forms.length < maxFormsAtBranch) branch.forms.push(form);
    }
  }
}

/** Where a run of letters that tokens consist of ends. */
function tokenEnd(text: string, from: number): number {
  const run = /[\w.~+/=%-]*/y;
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

const isWordAt = (text: string, at: number): boolean => at >= 0 && at < text.length && /\w/.test(text[at]!);

/** A short secret within a longer word is a part of that word. */
const isFree = (text: string, start: number, { length }: string): boolean =>
  length >= minInnerLength || !(isWordAt(text, start - 1) || isWordAt(text, start + length));

/** How a text looks in a message, an address, a form, JSON and XML. */
const formsOf = (secret: string): ReadonlySet<string> =>
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
