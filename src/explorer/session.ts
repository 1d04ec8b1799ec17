import { batch, signal } from '@preact/signals';
import { errorCodeOf, type OperationName } from '../../sw/contract/index.ts';
import { writeJson } from '../../sw/service/package-json.ts';
import { exchange, formatError, isAbort, readAnswer, ServiceFault, send } from '../connection/call.ts';
import { noteChange, sendSigned } from '../connection/portal-call.ts';
import { sessions } from '../connection/sign-in.ts';
import type { Offered } from '../parts/form/parameter-input.tsx';
import { refreshServices } from '../state/services.ts';
import { rememberRequest } from './history.tsx';
import { httpRow, isAdminOperation, isSentByPage } from './operations.ts';
import { type ExplorerRequest, emptyRequest, isSoap, type Wire, writeRequestNote } from './request.ts';
import { explorerText as t } from './text/explorer-text.ts';

interface ExplorerFault {
  readonly code: string;
  readonly message: string;
}

export interface Answered {
  readonly state: 'answered';
  readonly request: ExplorerRequest;
  readonly wire: Wire;
  readonly content: Content;
  readonly fault: ExplorerFault | undefined;
  readonly totalMs: number;
  /** HTTP status; 0 if there is none. */
  readonly status: number;
}

type Answer = { readonly state: 'none' } | { readonly state: 'sending' } | Answered;

export type Content =
  /** With the decoded SOAP response; undefined for a fault. */
  | { readonly kind: 'xml'; readonly text: string; readonly value: unknown; readonly bytes: number }
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown; readonly bytes: number }
  | { readonly kind: 'html'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string; readonly bytes: number }
  | { readonly kind: 'nothing'; readonly bytes: 0 };

/** Response timeout in milliseconds. It is long because a synchronous request may copy a large service. */
const requestTimeoutMs = 180_000;

export const request = signal<ExplorerRequest>(emptyRequest('portals'));
export const answer = signal<Answer>({ state: 'none' });
/** Choices by path or query parameter; undefined while they are loading. */
export const offered = signal<ReadonlyMap<string, readonly Offered[]> | undefined>(undefined);

/** Change parts of the current request. */
export function changeRequest(change: Partial<ExplorerRequest>): void {
  request.value = { ...request.value, ...change };
}

/** Fill in the rest of the current request and offer choices. Typed values remain. */
export function fillRequest({ path, values }: ExplorerRequest, choices: typeof offered.value): void {
  const { touched, values: now } = request.value;
  const typed = Object.fromEntries(touched.flatMap((name) => (name in now ? [[name, now[name]!]] : [])));
  changeRequest({ path, values: { ...values, ...typed } });
  offered.value = choices;
}

const drafts = new Map<string, { readonly request: ExplorerRequest; readonly answer: Answer }>();
/** Maximum number of drafts; older ones are dropped because responses may be long. */
const maxDrafts = 12;
let running: AbortController | undefined;

/** Return the key of a draft: the operation, and for SOAP also the service. */
const draftKey = ({ operation, path }: ExplorerRequest): string =>
  isSoap(operation) ? `${path.service} ${operation}` : operation;

/** Check whether a request is the current one. */
export const isShown = (subject: Pick<ExplorerRequest, 'operation' | 'path'>): boolean =>
  draftKey(request.value) === draftKey(subject as ExplorerRequest);

/**
 * Open the draft of an operation, or a new request. The current request becomes a draft.
 *
 * @param initial request of a link or of the history, which replaces the draft
 */
export function openRequest(fresh: ExplorerRequest, initial?: ExplorerRequest): void {
  const shown = request.value;
  if (isShown(fresh) && !initial) return;
  running?.abort();
  const now = answer.value;
  drafts.delete(draftKey(shown));
  drafts.set(draftKey(shown), { request: shown, answer: now.state === 'answered' ? now : { state: 'none' } });
  if (drafts.size > maxDrafts) drafts.delete(drafts.keys().next().value!);
  const draft = initial ? undefined : drafts.get(draftKey(fresh));
  batch(() => {
    offered.value = undefined;
    request.value = initial ?? draft?.request ?? fresh;
    answer.value = draft?.answer ?? { state: 'none' };
  });
}

/**
 * Replace the current request by an example, or by an empty request to fill in.
 *
 * @returns a function that undoes this, even if another operation has been opened since then; undefined if nothing had
 *   been changed
 */
export function startAgain(fresh: ExplorerRequest): (() => void) | undefined {
  const before = request.value;
  request.value = fresh;
  const { text, values, touched, format, method, isSignedIn } = before;
  const isSame = isSoap(fresh.operation)
    ? text === undefined && writeJson(values) === writeJson(fresh.values)
    : touched.length === 0 && format === fresh.format && method === fresh.method && isSignedIn === fresh.isSignedIn;
  if (isSame) return undefined;
  return () => {
    const draft = drafts.get(draftKey(before));
    if (isShown(before)) request.value = before;
    else if (draft) drafts.set(draftKey(before), { ...draft, request: before });
  };
}

/** Send the current request, made by `makeWire`, and show the response. A running request is aborted. */
export async function sendRequest(wire: Wire): Promise<void> {
  const sent = request.value;
  running?.abort();
  const controller = new AbortController();
  running = controller;
  answer.value = { state: 'sending' };
  const sentAt = Date.now();
  let startedAt = performance.now();
  const show = (content: Content, fault: ExplorerFault | undefined, status: number) => {
    const totalMs = performance.now() - startedAt;
    answer.value = { state: 'answered', request: sent, wire, content, fault, totalMs, status };
    return totalMs;
  };
  try {
    let content: Content;
    let fault: ExplorerFault | undefined;
    let status = 0;
    if (isSoap(sent.operation)) {
      const came = await exchange(sent.operation, sent.path.service!, wire.body as string, {
        signal: controller.signal,
      });
      startedAt = came.startedAt;
      ({ content, fault } = soapContent(sent.operation, came.response, came.answer));
    } else {
      const response = await sendHttp(sent, wire, controller.signal);
      content = await readContent(response);
      fault = faultIn(content);
      status = response.status;
    }
    if (controller.signal.aborted) return;
    const totalMs = show(content, fault, status);
    rememberRequest({
      at: sentAt,
      service: sessions.value?.get(sent.path.portalId ?? '')?.name ?? sent.path.service ?? '',
      operation: sent.operation,
      message: writeRequestNote(sent),
      totalMs,
      responseBytes: content.bytes,
      fault: fault?.code,
    });
    if (isSoap(sent.operation) || httpRow(sent.operation).effect === 'read' || fault) return;
    noteChange();
    if (isAdminOperation(sent.operation)) await refreshServices();
  } catch (error) {
    if (controller.signal.aborted || isAbort(error)) return;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const message = isLate ? t.portal.late(requestTimeoutMs / 1000) : formatError(error);
    show({ kind: 'nothing', bytes: 0 }, { code: isLate ? 'timeout' : errorCode(error), message }, 0);
  }
}

const errorCode = (error: unknown): string => (error instanceof ServiceFault ? error.code : 'internal');

function sendHttp({ operation, path, isSignedIn }: ExplorerRequest, wire: Wire, signal: AbortSignal) {
  const init = {
    method: wire.method,
    body: wire.body ?? null,
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  };
  return isSentByPage(operation)
    ? send(operation, wire.url, { ...init, headers: { accept: 'application/json' } })
    : sendSigned(operation, wire.url, init, isSignedIn ? path.portalId : undefined);
}

function soapContent(operation: OperationName, response: Response, text: string) {
  let value: unknown;
  let fault: ExplorerFault | undefined;
  try {
    value = readAnswer(operation, response, text);
  } catch (error) {
    fault = { code: errorCode(error), message: formatError(error) };
  }
  return { content: { kind: 'xml', text, value, bytes: text.length } as const, fault };
}

async function readContent(response: Response): Promise<Content> {
  const blob = await response.blob();
  const disposition = response.headers.get('content-disposition');
  const type = response.headers.get('content-type') ?? '';
  if (disposition !== null || !/json|html/.test(type))
    return { kind: 'file', blob, name: nameIn(disposition ?? ''), bytes: blob.size };
  const text = await blob.text();
  if (/html/.test(type)) return { kind: 'html', text, bytes: blob.size };
  return { kind: 'json', text, value: JSON.parse(text), bytes: blob.size };
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(disposition)?.[1] ?? 'data');
}

/** Return the fault of a response; undefined if there is none. In an HTML page, the fault is in the alert. */
function faultIn(content: Content): ExplorerFault | undefined {
  if (content.kind === 'html') {
    const page = new DOMParser().parseFromString(content.text, 'text/html');
    const alert = page.querySelector('[role=alert]');
    if (alert) return { code: alert.querySelector('strong')?.textContent ?? '', message: alert.textContent };
    const title = page.querySelector('h1')?.textContent ?? '';
    if (!/^Error \d+$/.test(title)) return undefined;
    return { code: title.slice('Error '.length), message: page.querySelector('.notice')?.textContent ?? '' };
  }
  if (content.kind !== 'json') return undefined;
  const { error } = (content.value ?? {}) as { readonly error?: JsonFault };
  if (!error) return undefined;
  const { code, message, details = [] } = error;
  return { code: errorCodeOf(error) ?? String(code), message: [message, ...details].join(' ') };
}

interface JsonFault {
  readonly code: number;
  readonly messageCode?: string;
  readonly message: string;
  readonly details?: readonly string[];
}
