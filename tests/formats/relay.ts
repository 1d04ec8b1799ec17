import { commands } from 'vitest/browser';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import type { ProgramLanguage, ProgramOutcome } from './programs.mjs';

/** A message that a program sent, and its answer. */
export interface Exchanged {
  readonly request: Request;
  readonly sent: string;
  readonly response: Response;
}

/** Results of programs by name, and the messages in order. */
export interface Ran {
  readonly outcomes: Record<string, ProgramOutcome>;
  readonly exchanged: readonly Exchanged[];
}

/** Return the address where programs reach the backend, without a slash at the end. */
export const gatewayOrigin = (): Promise<string> => commands.openGateway();

const toBase64 = (bytes: Uint8Array) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
const readBytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Run programs outside the browser, and let the backend in this page answer their requests.
 *
 * @param programs texts by name
 * @returns undefined if the language isn't installed
 */
export async function runAgainst(
  context: Context,
  language: ProgramLanguage,
  programs: Record<string, string>,
  options: { environment?: Record<string, string>; files?: Record<string, string> } = {},
): Promise<Ran | undefined> {
  const origin = await gatewayOrigin();
  const running = commands.runPrograms(language, programs, options);
  const exchanged: Exchanged[] = [];
  for (let requested = await commands.nextRequest(); requested; requested = await commands.nextRequest()) {
    const { id, method, url, headers } = requested;
    const body = readBytes(requested.body);
    const request = new Request(origin + url, { method, headers, ...(body.length > 0 ? { body } : {}) });
    const response = (await answer({ ...context, origin }, request.clone()))!;
    exchanged.push({ request, sent: new TextDecoder().decode(body), response: response.clone() });
    await commands.answerRequest(id, {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      body: toBase64(new Uint8Array(await response.arrayBuffer())),
    });
  }
  const outcomes = await running;
  return outcomes && { outcomes, exchanged };
}
