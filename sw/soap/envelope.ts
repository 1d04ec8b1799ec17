import { Fault, type FaultCode, faultCodes, quoteValue, wrongValue } from '../contract/fault.ts';
import type { OperationName } from '../contract/infer.ts';
import { escapeAttribute, escapeText } from '../contract/markup.ts';
import { operations } from '../contract/operations/index.ts';
import { runAtOnce, type Steps } from '../scheduler.ts';
import { type Dialect, findDialect, neutralDialect } from './dialect.ts';
import { type XmlElement, xmlInSteps } from './xml.ts';

export type SoapVersion = '1.1' | '1.2';

interface Opened {
  readonly soapVersion: SoapVersion;
  readonly dialect: Dialect;
  /** The only child of the body: the operation's element, with its arguments as children. */
  readonly element: XmlElement;
  readonly headers: readonly XmlElement[];
}

const soapNamespaces: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};
const contentTypes: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};
const acceptedContentTypes: ReadonlySet<string> = new Set([
  '',
  'text/xml',
  'application/xml',
  'application/soap+xml',
  'text/plain',
]);
/** Maximum number of elements in all messages being read. A polygon of a million vertices has three million. */
const maximumElements = 4_000_000;
let elementsBeingRead = 0;
const maximumHeaders = 1000;
/** Roles of header blocks that this server must process. An empty or absent role means the last receiver. */
const handledRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/**
 * Read a SOAP message. The namespace of the envelope decides between version 1.1 and 1.2.
 *
 * @param contentType value of the header, including parameters; null and empty are accepted
 * @throws {Fault} `bad-xml` for invalid XML; `bad-envelope` for anything other than a SOAP message with one element in
 *   its body, for a header block that must be understood but isn't supported, and for an operation in a namespace that
 *   doesn't end in a version
 */
export function openEnvelope(xml: string, contentType: string | null = null): Opened {
  return runAtOnce(envelopeInSteps(xml, contentType));
}

function* rootInSteps(xml: string): Steps<XmlElement> {
  let elementCount = 0;
  try {
    return yield* xmlInSteps(xml, () => {
      elementCount++;
      if (++elementsBeingRead <= maximumElements) return;
      const all = elementCount < elementsBeingRead ? ' in all messages that are being read' : '';
      throw wrongValue('too-large', 'XML', `at most ${maximumElements} elements${all}`, 'more');
    });
  } finally {
    elementsBeingRead -= elementCount;
  }
}

/** Read a message like `openEnvelope`. Yields every few milliseconds. @throws {Fault} as `openEnvelope` */
export function* envelopeInSteps(xml: string, contentType: string | null = null): Steps<Opened> {
  const mime = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (!acceptedContentTypes.has(mime))
    throw wrongValue('bad-envelope', 'Content-Type', 'text/xml or application/soap+xml', quoteValue(mime));
  const root = yield* rootInSteps(xml);
  const soapVersion = readSoapVersion(root);
  const inSoap = (element: XmlElement) => element.namespace === root.namespace;
  const bodies = root.children.filter((child) => child.name === 'Body' && inSoap(child));
  const headers = root.children
    .filter((child) => child.name === 'Header' && inSoap(child))
    .flatMap((header) => header.children);
  if (bodies.length !== 1)
    throw wrongValue('bad-envelope', 'Envelope', 'one Body', `${bodies.length === 0 ? 'nothing' : bodies.length}`);
  if (headers.length > maximumHeaders)
    throw wrongValue('bad-envelope', 'Envelope.Header', `at most ${maximumHeaders} header blocks`, `${headers.length}`);
  for (const header of headers) requireUnderstood(header, root.namespace);
  const [element, second] = bodies[0]!.children;
  if (!element || second)
    throw wrongValue(
      'bad-envelope',
      'Envelope.Body',
      'one operation element',
      `${second ? `<${element!.name}> and <${second.name}>` : 'nothing'}`,
    );
  const dialect = inSoap(element) ? neutralDialect : findDialect(element.namespace);
  if (!dialect)
    throw wrongValue(
      'bad-envelope',
      `Envelope.Body.${element.name}`,
      `a namespace ending in a version such as ${neutralDialect.namespace}`,
      quoteValue(element.namespace),
    );
  return { soapVersion, dialect, element, headers };
}

/**
 * Return the operation that an element names.
 *
 * @throws {Fault} `unknown-operation` when it isn't an operation of the map service
 */
export function readOperationName(element: XmlElement): OperationName {
  if (Object.hasOwn(operations, element.name)) return element.name as OperationName;
  throw wrongValue(
    'unknown-operation',
    'Envelope.Body',
    'an operation of the map service',
    `<${element.name.slice(0, 80)}>`,
    { operation: element.name.slice(0, 80) },
  );
}

/** Wrap the encoded element of an operation in an envelope that declares the prefixes of its content. */
export function sealEnvelope(
  body: string,
  soapVersion: SoapVersion = '1.1',
  dialect: Dialect = neutralDialect,
): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soapNamespaces[soapVersion]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${escapeAttribute(dialect.namespace)}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** Return the Content-Type of a response. */
export function soapContentType(soapVersion: SoapVersion): string {
  return contentTypes[soapVersion];
}

/** Guess the SOAP version of a message that can't be parsed, so that the client can read the fault. */
export function likelySoapVersion(xml: string, contentType: string | null = null): SoapVersion {
  if (xml.slice(0, 4096).includes(soapNamespaces['1.2'])) return '1.2';
  if (xml.slice(0, 4096).includes(soapNamespaces['1.1'])) return '1.1';
  return contentType?.toLowerCase().includes('application/soap+xml') ? '1.2' : '1.1';
}

function readSoapVersion(root: XmlElement): SoapVersion {
  if (root.name === 'Envelope') {
    if (root.namespace === soapNamespaces['1.1']) return '1.1';
    if (root.namespace === soapNamespaces['1.2']) return '1.2';
    throw wrongValue('bad-envelope', 'Envelope', 'the namespace of SOAP 1.1 or 1.2', quoteValue(root.namespace), {
      soapCode: 'VersionMismatch',
    });
  }
  throw wrongValue('bad-envelope', 'Message', 'a SOAP Envelope', `<${root.name.slice(0, 80)}>`);
}

function requireUnderstood(header: XmlElement, soapNamespace: string): void {
  const attribute = (name: string) =>
    header.attributes
      .find((candidate) => candidate.name === name && candidate.namespace === soapNamespace)
      ?.value.trim();
  const must = attribute('mustUnderstand');
  if (must !== '1' && must !== 'true') return;
  if (!handledRoles.has(attribute('actor') ?? attribute('role') ?? '')) return;
  throw wrongValue(
    'bad-envelope',
    `Envelope.Header.${header.name}`,
    'no attribute mustUnderstand',
    `mustUnderstand="${must}"`,
    {
      soapCode: 'MustUnderstand',
      header: header.name,
    },
  );
}

const senderCodes = {
  '1.1': { client: 'Client', server: 'Server' },
  '1.2': { client: 'Sender', server: 'Receiver' },
} as const;

/**
 * Write a fault as a complete SOAP message.
 *
 * The detail element contains the code and every entry of the detail, in the namespace of the contract. `soapCode` in
 * the detail (`MustUnderstand`, `VersionMismatch`) replaces the sender or receiver code.
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
 * Read the fault from the child of a response's body.
 *
 * @returns undefined when the element isn't a fault; faults of other servers have the code `internal` and no detail
 *   entries
 */
export function readSoapFault(element: XmlElement): Fault | undefined {
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
    reason?.text ?? 'Fault without a reason.',
    detail,
  );
}
