import { bodyPath, secretHeader } from './frames.ts';

/** Fetch the body of a request that is too large for the socket. @throws {Error} when the program has given the request up */
export async function fetchBody(id: number, secret: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(bodyPath(id), { headers: { [secretHeader]: secret }, cache: 'no-store', signal });
  if (!answer.ok) throw new Error(`${bodyPath(id)} answered ${answer.status}`);
  return answer.blob();
}
