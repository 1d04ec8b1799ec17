import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { OperationName } from '../../../sw/contract/index.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { readSoapFault, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { readXml } from '../../../sw/soap/xml.ts';
import { cached } from './plain-bases.ts';

export interface Answer {
  readonly text: string;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** Send a request as a SOAP message to a service of `leavesContext`. */
export async function ask(context: Context, operation: OperationName, request: object): Promise<Answer> {
  const service = cached.includes(operation) ? 'Cached' : 'Leaves';
  const body = sealEnvelope(encodeRequest(operation, request as never), '1.1');
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const url = `http://soapstone.test/services/${service}/MapServer`;
  const response = (await answer(context, new Request(url, { method: 'POST', headers, body })))!;
  const text = (await response.text()).replace(/output\/[0-9a-f]{32}/g, 'output/...');
  const element = response.ok ? undefined : readXml(text).children.find(({ name }) => name === 'Body')?.children[0];
  const fault = element && readSoapFault(element);
  return { text, ...(fault ? { fault } : {}) };
}
