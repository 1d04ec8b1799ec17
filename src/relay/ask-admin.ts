import { adminSegment } from '../../sw/contract/relayed.ts';
import { relayAccess } from './access.ts';

/**
 * Ask the administration of the program that serves the page.
 *
 * @param path below `/__admin`
 * @throws {Error} what it objected to, or that it is not there
 */
export async function askAdmin<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(`/${adminSegment}${path}`, {
    method,
    headers: { 'x-soapstone-token': relayAccess.value.token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) throw new Error(text.trim());
  const answer = JSON.parse(text);
  if (answer.error) throw new Error(answer.error.message);
  return answer as T;
}
