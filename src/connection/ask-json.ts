import type { FaultCode } from '../../sw/contract/index.ts';
import { readJson } from '../../sw/service/package-json.ts';
import { text } from '../text/text.ts';
import { base, ServiceFault, send } from './call.ts';

/** The key of a service as it is written in a path. */
export const inPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * Ask what answers JSON without being an operation of a service: the catalogue, the administration, the inbox.
 *
 * @param operation what messages call it
 * @param path below the path of the app
 * @throws {ServiceFault} what the server said, or `no-answer`
 */
export async function askJson<T>(operation: string, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { accept: 'application/json', 'x-request-id': crypto.randomUUID() };
  return readAnswer<T>(operation, await send(operation, `${base}${path}`, { ...init, headers }));
}

/**
 * Ask for a file; what is wrong with the request comes as JSON.
 *
 * @throws {ServiceFault} as `askJson`
 */
export async function askFile(operation: string, path: string): Promise<Blob> {
  const headers = { 'x-request-id': crypto.randomUUID() };
  const response = await send(operation, `${base}${path}`, { headers });
  if (!response.ok) await readAnswer(operation, response);
  return response.blob();
}

async function readAnswer<T>(operation: string, response: Response): Promise<T> {
  if (!/json/.test(response.headers.get('content-type') ?? ''))
    throw new ServiceFault('no-answer', text.faults.outside(response.status), operation);
  const answer = readJson(await response.text());
  const error = answer.error as { messageCode?: FaultCode; message: string } | undefined;
  if (error) throw new ServiceFault(error.messageCode ?? 'internal', error.message, operation);
  return answer as T;
}
