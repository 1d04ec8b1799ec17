import { signal } from '@preact/signals';

/** A message that was sent, and how it went. */
export interface SentRequest {
  readonly at: number;
  /** The map service, or for people the name of the portal. */
  readonly service: string;
  readonly operation: string;
  /** XML, or for the portal a note without passwords, files and token. */
  readonly message: string;
  readonly totalMs: number;
  readonly responseBytes: number;
  /** Code of the fault, absent when it went well. */
  readonly fault?: string;
}

const key = 'soapstone-explorer-history';
const maxRequests = 40;
/** Of all messages together; browsers keep about five million. */
const maxChars = 400_000;

/** What was sent from this browser, the last first. */
export const sentRequests = signal<readonly SentRequest[]>(read());

function read(): readonly SentRequest[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.message === 'string' && typeof one.operation === 'string')
      : [];
  } catch {
    // Without storage, or with a note of another version, the history begins anew.
    return [];
  }
}

/** Remember a message; the oldest go when there are too many or they are too long. */
export function rememberRequest(sent: SentRequest): void {
  const others = sentRequests.value.filter((one) => one.message !== sent.message || one.service !== sent.service);
  let chars = 0;
  const kept = [sent, ...others].slice(0, maxRequests).filter(({ message }) => {
    chars += message.length;
    return chars <= maxChars;
  });
  sentRequests.value = kept;
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage the history lasts as long as the page.
  }
}

export function forgetRequests(): void {
  sentRequests.value = [];
  try {
    localStorage.removeItem(key);
  } catch {
    // There was none.
  }
}
