import { batch, signal } from '@preact/signals';
import type { OperationName, ResponseOf } from '../../sw/contract/index.ts';
import { writeJson } from '../../sw/service/package-json.ts';
import { decodeRequest } from '../../sw/soap/decode.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { openEnvelope, operationOf, sealEnvelope } from '../../sw/soap/envelope.ts';
import { exchange, isAbort, messageOf, readAnswer, ServiceFault } from '../connection/call.ts';
import type { Members } from './form/fields-form.tsx';
import { indentXml } from './indent-xml.ts';
import { rememberRequest } from './request-history.ts';

export type Answer =
  | { readonly state: 'none' }
  | { readonly state: 'sending' }
  | {
      readonly state: 'answered';
      readonly operation: OperationName;
      readonly xml: string;
      readonly sent: string;
      readonly value: ResponseOf<OperationName> | undefined;
      readonly fault: { readonly code: string; readonly message: string } | undefined;
      readonly totalMs: number;
    };

export const request = signal<Members>({});
/** The message as edited; undefined while the form makes it. */
export const rawXml = signal<string | undefined>(undefined);
export const answer = signal<Answer>({ state: 'none' });

let running: AbortController | undefined;

interface Draft {
  readonly request: Members;
  readonly rawXml: string | undefined;
  readonly answer: Answer;
}

const drafts = new Map<string, Draft>();
/** Responses may be long, so older drafts are dropped. */
const maxDrafts = 12;
export const shownSubject = signal<string | undefined>(undefined);

/** Show the draft of an operation of a service, or its example; the request that is shown now becomes a draft. */
export function openDraft(subject: string, example: () => Members): void {
  const shown = shownSubject.value;
  if (shown === subject) return;
  running?.abort();
  if (shown !== undefined) {
    const now = answer.value;
    drafts.delete(shown);
    drafts.set(shown, {
      request: request.value,
      rawXml: rawXml.value,
      answer: now.state === 'answered' ? now : { state: 'none' },
    });
    if (drafts.size > maxDrafts) drafts.delete(drafts.keys().next().value!);
  }
  const earlier = drafts.get(subject);
  batch(() => {
    shownSubject.value = subject;
    request.value = earlier?.request ?? example();
    rawXml.value = earlier?.rawXml;
    answer.value = earlier?.answer ?? { state: 'none' };
  });
}

/**
 * Put an example in the place of the request that is shown.
 *
 * @returns what brings back what was there, also when another operation is shown by then; undefined when nothing else was
 */
export function loadExample(example: Members): (() => void) | undefined {
  const subject = shownSubject.value;
  const before = { request: request.value, rawXml: rawXml.value };
  const show = (what: typeof before) =>
    batch(() => {
      request.value = what.request;
      rawXml.value = what.rawXml;
    });
  show({ request: example, rawXml: undefined });
  if (before.rawXml === undefined && writeJson(before.request) === writeJson(example)) return undefined;
  return () => {
    const draft = subject === undefined ? undefined : drafts.get(subject);
    if (shownSubject.value === subject) show(before);
    else if (draft) drafts.set(subject!, { ...draft, ...before });
  };
}

/** Show a message in the form, or as text if the form cannot show it. */
export function loadMessage(xml: string): void {
  running?.abort();
  answer.value = { state: 'none' };
  try {
    request.value = readEnvelope(xml).value;
    rawXml.value = undefined;
  } catch {
    rawXml.value = xml;
  }
}

/** Write the request as a whole message. @throws {Fault} where a value is not of the contract */
export const envelopeFor = (operation: OperationName, value: Members): string =>
  sealEnvelope(encodeRequest(operation, value as never), '1.1');

/** Read a message back into the form. @throws {Fault} `bad-xml`, `bad-envelope`, `missing-element`, `bad-value` */
export function readEnvelope(xml: string): { readonly operation: OperationName; readonly value: Members } {
  const { element, dialect } = openEnvelope(xml);
  const operation = operationOf(element);
  return { operation, value: decodeRequest(operation, element, dialect) as Members };
}

/** Send a message and show the response; a message under way is aborted. */
export async function sendMessage(service: string, operation: OperationName, xml: string): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  answer.value = { state: 'sending' };
  const at = Date.now();
  try {
    const { answer: text, response, startedAt } = await exchange(operation, service, xml, { signal: mine.signal });
    const totalMs = performance.now() - startedAt;
    const read = readQuietly(operation, response, text);
    answer.value = { state: 'answered', operation, xml: text, sent: xml, totalMs, ...read };
    rememberRequest({
      at,
      service,
      operation,
      message: xml,
      totalMs,
      responseBytes: text.length,
      ...(read.fault && { fault: read.fault.code }),
    });
  } catch (error) {
    if (mine.signal.aborted || isAbort(error)) return;
    const code = error instanceof ServiceFault ? error.code : 'internal';
    const fault = { code, message: messageOf(error) };
    answer.value = {
      state: 'answered',
      operation,
      xml: '',
      sent: xml,
      value: undefined,
      fault,
      totalMs: 0,
    };
  }
}

function readQuietly(operation: OperationName, response: Response, text: string) {
  try {
    return { value: readAnswer(operation, response, text), fault: undefined };
  } catch (error) {
    const code = error instanceof ServiceFault ? error.code : 'internal';
    return { value: undefined, fault: { code, message: messageOf(error) } };
  }
}

export const editable = (envelope: string): string => indentXml(envelope);
