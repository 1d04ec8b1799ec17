import { askJson, inPath } from '../../connection/call.ts';
import type { Target } from '../import/decided.ts';

/**
 * Add the layers of a package to a service, or replace the data of one of its layers: all of it or nothing.
 *
 * @param version of the service that the package was made for
 * @throws {ServiceFault} `conflict` when it has another one by now; the service is as before
 */
export async function sendLayers(
  { service, layer, position }: Target,
  version: number,
  body: Blob,
  signal?: AbortSignal,
): Promise<void> {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const where = layer ? `layer=${layer.id}` : `position=${position}`;
  const path = `admin/services/${inPath(service)}?version=${version}&id=${id}&${where}`;
  await askJson('edit', path, { method: 'POST', body, signal: signal ?? null });
}
