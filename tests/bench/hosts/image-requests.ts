import { ask } from '../../../src/client/ask.ts';
import type { Transport } from '../../../src/client/transport.ts';
import type { OperationName, RequestOf } from '../../../sw/contract/index.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { type Extent, exportRequestBy } from '../app/export-request.ts';

/** Create the SOAP message that the bench of the page sends for an image of a service. @param base URL of the server */
export async function imageEnvelope(base: string, service: string, extent: Extent): Promise<string> {
  const transport: Transport = {
    kind: 'server',
    base,
    send: (path, request) => fetch(base + path, request as RequestInit),
    close: () => undefined,
  };
  const call = <O extends OperationName>(operation: O, name: string, request: RequestOf<O>) =>
    ask(transport, name, operation, request);
  const request = await exportRequestBy(call)(service, extent, 'gisImagePNG24');
  return sealEnvelope(encodeRequest('ExportMapImage', request));
}
