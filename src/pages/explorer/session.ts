import { signal } from '@preact/signals';
import type { OperationName, ResponseOf } from '../../../sw/contract/index.ts';
import { decodeRequest } from '../../../sw/soap/decode.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { openEnvelope, operationOf, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { exchange, isAbort, messageOf, readAnswer, ServiceFault } from '../../call.ts';
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
      /** The message that was answered. */
      readonly sent: string;
      readonly value: ResponseOf<OperationName> | undefined;
      readonly fault: { readonly code: string; readonly message: string } | undefined;
      readonly totalMs: number;
    };

/** The request as the form has it. */
export const request = signal<Members>({});
/** The message as somebody changed it by hand; undefined while the form makes it. */
export const rawXml = signal<string | undefined>(undefined);
export const answer = signal<Answer>({ state: 'none' });

let running: AbortController | undefined;

/** Write the request as a whole message. @throws {Fault} where a value is not of the contract */
export const envelopeFor = (operation: OperationName, value: Members): string =>
  sealEnvelope(encodeRequest(operation, value as never), '1.1');

/** Read a message back into the form. @throws {Fault} `bad-xml`, `bad-envelope`, `missing-element`, `bad-value` */
export function readEnvelope(xml: string): { readonly operation: OperationName; readonly value: Members } {
  const { element, dialect } = openEnvelope(xml);
  const operation = operationOf(element);
  return { operation, value: decodeRequest(operation, element, dialect) as Members };
}

/** Send a message and show what comes back; a message that is under way is given up. */
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
      xml,
      totalMs,
      responseChars: text.length,
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

/** The message in lines, to be edited. */
export const editable = (envelope: string): string => indentXml(envelope);
