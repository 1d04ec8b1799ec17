import { batch, signal } from '@preact/signals';
import { errorCodeOf } from '../../../sw/contract/index.ts';
import { isAbort, messageOf, ServiceFault, send } from '../../connection/call.ts';
import { changes, sendSigned } from '../../connection/portal-call.ts';
import { sessions } from '../../connection/sign-in.ts';
import type { Offered } from '../../parts/form/parameter-input.tsx';
import { refreshServices } from '../../state/services.ts';
import { rememberRequest } from '../request-history.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { httpRow, isAdminOperation, isSentByPage } from './operation-rows.ts';
import { emptyRequest, noteRequest, type PortalRequest, type Wire, wireOf } from './portal-request.ts';

type PortalAnswer =
  | { readonly state: 'none' }
  | { readonly state: 'sending' }
  | {
      readonly state: 'answered';
      readonly request: PortalRequest;
      readonly wire: Wire;
      readonly content: Content;
      readonly fault: { readonly code: string; readonly message: string } | undefined;
      readonly totalMs: number;
      readonly status: number;
    };

export type Content =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown; readonly bytes: number }
  | { readonly kind: 'html'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'file'; readonly blob: Blob; readonly name: string; readonly bytes: number }
  | { readonly kind: 'nothing'; readonly bytes: 0 };

/** Longest wait for an answer, milliseconds: a synchronisation that is waited for may copy a large service. */
const patienceMs = 180_000;

export const portalRequest = signal<PortalRequest>(emptyRequest('portals'));
/** Offered values by name of the path or parameter; undefined while they are being read. */
export const offered = signal<ReadonlyMap<string, readonly Offered[]> | undefined>(undefined);
export const portalAnswer = signal<PortalAnswer>({ state: 'none' });

const drafts = new Map<string, { readonly request: PortalRequest; readonly answer: PortalAnswer }>();
let running: AbortController | undefined;

/** Show an operation as it was left, or empty; with `given`, the request of a link or of the history. */
export function openPortalOperation(operation: PortalRequest['operation'], given?: PortalRequest): void {
  const before = portalRequest.value;
  if (before.operation === operation && !given) return;
  running?.abort();
  const answer = portalAnswer.value;
  drafts.set(before.operation, { request: before, answer: answer.state === 'answered' ? answer : { state: 'none' } });
  const draft = given ? undefined : drafts.get(operation);
  batch(() => {
    offered.value = undefined;
    portalRequest.value = given ?? draft?.request ?? emptyRequest(operation);
    portalAnswer.value = draft?.answer ?? { state: 'none' };
  });
}

/**
 * Empty the request that is shown, so that it is filled with an example.
 *
 * @returns an undo, which also works when another operation is shown by then; undefined when nothing had been changed
 */
export function restart(): (() => void) | undefined {
  const before = portalRequest.value;
  const { operation, touched, format, method, isSignedIn } = before;
  const empty = emptyRequest(operation);
  portalRequest.value = empty;
  const isSame = format === empty.format && method === empty.method && isSignedIn === empty.isSignedIn;
  if (isSame && touched.length === 0) return undefined;
  return () => {
    const draft = drafts.get(operation);
    if (portalRequest.value.operation === operation) portalRequest.value = before;
    else if (draft) drafts.set(operation, { ...draft, request: before });
  };
}

/** Send a request and show the response; a request under way is aborted. */
export async function sendPortalRequest(request: PortalRequest): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  portalAnswer.value = { state: 'sending' };
  const at = Date.now();
  const wire = wireOf(request);
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(patienceMs)]);
    const portalId = request.isSignedIn ? request.path.portalId : undefined;
    const init = { method: wire.method, body: wire.body ?? null, signal };
    const response = await (isSentByPage(request.operation)
      ? send(request.operation, wire.url, { ...init, headers: { accept: 'application/json' } })
      : sendSigned(request.operation, wire.url, init, portalId));
    const content = await contentOf(response);
    if (mine.signal.aborted) return;
    const fault = faultIn(content);
    const totalMs = performance.now() - startedAt;
    portalAnswer.value = { state: 'answered', request, wire, content, fault, totalMs, status: response.status };
    rememberRequest({
      at,
      service: sessions.value?.get(request.path.portalId ?? '')?.name ?? request.path.service ?? '',
      operation: request.operation,
      message: noteRequest(request),
      totalMs,
      responseBytes: content.bytes,
      ...(fault && { fault: fault.code }),
    });
    if (httpRow(request.operation).effect === 'read' || fault) return;
    changes.value++;
    if (isAdminOperation(request.operation)) await refreshServices();
  } catch (error) {
    if (mine.signal.aborted || isAbort(error)) return;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const code = isLate ? 'timeout' : error instanceof ServiceFault ? error.code : 'internal';
    portalAnswer.value = {
      state: 'answered',
      request,
      wire,
      content: { kind: 'nothing', bytes: 0 },
      fault: { code, message: isLate ? t.portal.late(patienceMs / 1000) : messageOf(error) },
      totalMs: performance.now() - startedAt,
      status: 0,
    };
  }
}

async function contentOf(response: Response): Promise<Content> {
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

/** The fault of a response; in a page it is in the heading. */
function faultIn(content: Content): { readonly code: string; readonly message: string } | undefined {
  if (content.kind === 'html') {
    const page = new DOMParser().parseFromString(content.text, 'text/html');
    const alert = page.querySelector('[role=alert]');
    if (alert) return { code: alert.querySelector('strong')?.textContent ?? '', message: alert.textContent };
    const title = page.querySelector('h1')?.textContent ?? '';
    if (!/^Error \d+$/.test(title)) return undefined;
    return { code: title.slice('Error '.length), message: page.querySelector('.notice')?.textContent ?? '' };
  }
  if (content.kind !== 'json') return undefined;
  const { error } = (content.value ?? {}) as {
    readonly error?: {
      readonly code: number;
      readonly messageCode?: string;
      readonly message: string;
      readonly details?: readonly string[];
    };
  };
  return (
    error && {
      code: errorCodeOf(error) ?? String(error.code),
      message: [error.message, ...(error.details ?? [])].join(' '),
    }
  );
}
