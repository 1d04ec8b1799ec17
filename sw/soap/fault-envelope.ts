import { Fault, type FaultCode, faultCodes } from '../contract/fault.ts';
import { type Dialect, neutralDialect } from './dialect.ts';
import { type SoapVersion, sealEnvelope, soapNamespaces } from './envelope.ts';
import { escapeAttribute, escapeText } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

const senderCodes = {
  '1.1': { client: 'Client', server: 'Server' },
  '1.2': { client: 'Sender', server: 'Receiver' },
} as const;

/**
 * Write a fault as a whole SOAP message. The code and every entry of the detail are written to the detail element in the
 * namespace of the contract; `soapCode` in the detail (`MustUnderstand`, `VersionMismatch`) replaces the side to blame.
 */
export function faultEnvelope(
  fault: Fault,
  soapVersion: SoapVersion = '1.1',
  dialect: Dialect = neutralDialect,
): string {
  const { soapCode, ...entries } = fault.detail;
  const code = `soap:${escapeText(String(soapCode ?? senderCodes[soapVersion][faultCodes[fault.code]]))}`;
  const reason = escapeText(fault.message);
  const detail = Object.entries(entries)
    .map(([name, value]) => `<tns:Entry name="${escapeAttribute(name)}">${escapeText(String(value))}</tns:Entry>`)
    .join('');
  const content = `<tns:Fault><tns:Code>${fault.code}</tns:Code>${detail}</tns:Fault>`;
  const body =
    soapVersion === '1.1'
      ? `<soap:Fault><faultcode>${code}</faultcode><faultstring>${reason}</faultstring><detail>${content}</detail></soap:Fault>`
      : `<soap:Fault><soap:Code><soap:Value>${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${reason}</soap:Text></soap:Reason><soap:Detail>${content}</soap:Detail></soap:Fault>`;
  return sealEnvelope(body, soapVersion, dialect);
}

/**
 * Read the fault out of the child of an answer's body.
 *
 * @returns undefined when the element is no fault; a fault of another server has the code `internal` and no detail entries
 */
export function faultOf(element: XmlElement): Fault | undefined {
  if (element.name !== 'Fault' || !Object.values(soapNamespaces).includes(element.namespace)) return undefined;
  const find = (from: XmlElement | undefined, name: string) => from?.children.find((child) => child.name === name);
  const reason = find(element, 'faultstring') ?? find(find(element, 'Reason'), 'Text');
  const content = find(find(element, 'detail') ?? find(element, 'Detail'), 'Fault');
  const code = find(content, 'Code')?.text ?? '';
  const detail: Record<string, string> = {};
  for (const child of content?.children ?? [])
    if (child.name === 'Entry') detail[child.attributes.find(({ name }) => name === 'name')?.value ?? ''] = child.text;
  return new Fault(
    Object.hasOwn(faultCodes, code) ? (code as FaultCode) : 'internal',
    reason?.text ?? 'a fault without a reason',
    detail,
  );
}
