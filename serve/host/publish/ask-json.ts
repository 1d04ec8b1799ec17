import type { AskJson } from '../../../src/publish/job/ask-json.ts';
import { Fault, type FaultCode } from '../../../sw/contract/index.ts';

/** Sends a request to the backend with the rights of the host. The path is below the base of the app. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

interface JsonFault {
  readonly messageCode?: FaultCode;
  readonly message: string;
  readonly detail?: Fault['detail'];
}

/** Return a function that reads responses of the backend as JSON. It throws the backend's fault. */
export const askJsonBy =
  (ask: Ask): AskJson =>
  async <T>(_operation: string, path: string, init?: RequestInit, parse: (text: string) => unknown = JSON.parse) => {
    const response = await ask(path, init);
    const text = await response.text();
    if (!/json/.test(response.headers.get('content-type') ?? ''))
      throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
    const answer = parse(text) as T & { readonly error?: JsonFault };
    if (!answer.error) return answer;
    const { messageCode = 'internal', message, detail } = answer.error;
    throw new Fault(messageCode, message, detail);
  };
