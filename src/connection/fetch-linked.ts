/**
 * Fetch a file from another server, with nothing that says who asks or from where.
 *
 * @throws {TypeError} when the server is not reachable or does not let pages of other origins read it (CORS), as the browser tells
 *   neither from the other
 * @throws {Error} with the status when there is no such file
 */
export async function fetchLinked(address: string, signal: AbortSignal): Promise<File> {
  const response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const last = new URL(response.url || address).pathname.split('/').pop();
  return new File([await response.blob()], decoded(last || 'file'));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Servers may use addresses of other encodings.
    return part;
  }
}
