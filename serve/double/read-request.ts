import { type CatalogueOperation, catalogueOperations } from '../../sw/contract/catalogue.ts';
import { type Fault, operations, toFault } from '../../sw/contract/index.ts';
import { findRoute, type Match, segmentsBelow } from '../../sw/contract/routes.ts';
import { addFormParameters, type Given, readQueryParameters } from '../../sw/endpoints/request-parameters.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import { decodeRequest } from '../../sw/soap/decode.ts';
import { type Dialect, neutralDialect } from '../../sw/soap/dialect.ts';
import { likelySoapVersion, openEnvelope, readOperationName, type SoapVersion } from '../../sw/soap/envelope.ts';
import type { XmlElement } from '../../sw/soap/xml.ts';
import type { Exchange } from '../exchange.ts';
import { interfaces } from '../extensions/index.ts';
import { idsIn, type Protocol, pickParameters } from './interface.ts';

/** A request as parsed with the tables of the contract. */
export interface ReadRequest {
  readonly method: string;
  readonly protocol: Protocol;
  /** Route of the backend; undefined for app files and unknown addresses. */
  readonly match: Match | undefined;
  /** `name` or `folder/name`. */
  readonly service: string | undefined;
  /** Operation name in the interface: `Find` in SOAP, `find` in REST, `GetMap` in WMS. undefined if there is none. */
  readonly operation: string | undefined;
  /** Operations of the contract that give the same answer. */
  readonly operations: readonly string[];
  /** IDs of the requested layers and tables, or names in WMS, WMTS and OGC API. Empty if the request has none. */
  readonly layers: readonly string[];
  /** Decoded SOAP arguments, or parameters as text by their names in the contract. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Parameters of query and form, by lower-case name. */
  readonly given: Given;
  /** Only for SOAP messages. */
  readonly soap?: { readonly version: SoapVersion; readonly dialect: Dialect; readonly element?: XmlElement };
  /** The fault that stopped parsing. */
  readonly fault?: Fault;
}

type Part = Partial<Omit<ReadRequest, 'method' | 'protocol' | 'match' | 'service' | 'given'>>;

const protocolOfRoute: Partial<Record<Match['route'], Protocol>> = {
  service: 'soap',
  catalogue: 'soap',
  tile: 'tiles',
  'tile-file': 'tiles',
  'rest-token': 'portal',
  portal: 'portal',
  session: 'portal',
  preview: 'page',
  layer: 'page',
  output: 'page',
  ...Object.assign({}, ...interfaces.map(({ protocols }) => protocols)),
};

/**
 * Parse a request like the backend. Nothing is thrown: an invalid request has a `fault` and the parts read before it.
 *
 * @param base path of the app, with a slash at both ends
 */
export async function readRequest(exchange: Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>, base = '/') {
  const { method, url } = exchange;
  let match: Match | undefined;
  let parameters = readQueryParameters(url);
  const whole = (protocol: Protocol, part: Part): ReadRequest => ({
    method,
    protocol,
    match,
    service: match?.parameters.get('service'),
    operation: undefined,
    operations: [],
    layers: [],
    values: {},
    given: parameters,
    ...part,
  });
  try {
    match = findRoute(base, url.pathname);
  } catch (error) {
    return whole('page', { fault: toFault(error) });
  }
  if (!match) return whole('page', {});
  const isSoap = (match.route === 'service' || match.route === 'catalogue') && method === 'POST';
  const protocol = protocolOfRoute[match.route] ?? 'administration';
  if (isSoap) return whole('soap', readSoap(exchange, match.route === 'catalogue'));
  // The page of a service, its WSDL and its messages have the same address, so distinguish them.
  if (protocol === 'soap') {
    return isWsdl(url) ? whole('soap', { operation: 'wsdl' }) : whole('page', {});
  }
  try {
    if (protocol === 'rest' || protocol === 'portal')
      parameters = await addFormParameters(readOperation(exchange), parameters);
    return whole(protocol, readOther(protocol, match, parameters));
  } catch (error) {
    return whole(protocol, { fault: toFault(error) });
  }
}

const isWsdl = (url: URL): boolean => [...url.searchParams.keys()].some((name) => name.toLowerCase() === 'wsdl');

/** The first element in the body of a SOAP message. */
const soapOperation = /<(?:[\w.-]+:)?Body(?:\s[^<>]*)?>\s*<(?:[\w.-]+:)?([\w-]+)/;
const maxSoapHeadBytes = 16 * 1024;

/** Name a request by its address and the beginning of its message, without parsing it. */
export function nameRequest({ method, url, body }: Exchange) {
  try {
    const match = findRoute('/', url.pathname);
    const protocol = match && (protocolOfRoute[match.route] ?? 'administration');
    const service = match?.parameters.get('service');
    if (!protocol || (protocol === 'soap' && method !== 'POST' && !isWsdl(url))) return { protocol: 'page', service };
    if (protocol !== 'soap')
      return { protocol, service, operation: readOther(protocol, match, readQueryParameters(url)).operation };
    const head = Buffer.from(body?.subarray(0, maxSoapHeadBytes) ?? []).toString('latin1');
    return { protocol, service, operation: method === 'POST' ? soapOperation.exec(head)?.[1] : 'wsdl' };
  } catch {
    return { protocol: 'page' };
  }
}

/** Create the `Request` that the backend would get. */
export function readOperation({
  method,
  url,
  headers,
  body,
}: Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>): Request {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const sent = new Headers();
  for (const [name, value] of headers) sent.append(name, value);
  return new Request(url, {
    method,
    headers: sent,
    body: hasBody ? (body as Uint8Array<ArrayBuffer> | undefined) : undefined,
  });
}

function readSoap({ headers, body }: Pick<Exchange, 'headers' | 'body'>, isCatalogue: boolean): Part {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const text = new TextDecoder().decode(body);
  let soap: NonNullable<ReadRequest['soap']> = {
    version: likelySoapVersion(text, contentType),
    dialect: neutralDialect,
  };
  let operation: string | undefined;
  try {
    const { soapVersion: version, dialect, element } = openEnvelope(text, contentType);
    soap = { version, dialect, element };
    operation = element.name;
    if (isCatalogue) {
      const row = catalogueOperations[operation as CatalogueOperation];
      const values = Object.fromEntries(element.children.map((child) => [child.name, child.text]));
      return { operation, operations: row ? [operation] : [], values, soap };
    }
    const soapOperation = readOperationName(element);
    const values = decodeRequest(soapOperation, element, dialect) as Readonly<Record<string, unknown>>;
    return { operation: soapOperation, operations: [soapOperation], layers: layersIn(values), values, soap };
  } catch (error) {
    const operationList = operation !== undefined && Object.hasOwn(operations, operation) ? [operation] : [];
    return { operation, operations: operationList, soap, fault: toFault(error) };
  }
}

function readOther(protocol: Protocol, match: Match, requestParameters: Given): Part {
  const below = segmentsBelow(match);
  if (protocol === 'portal') {
    const path = match.route === 'rest-token' ? 'generateToken' : (match.parameters.get('path') ?? '');
    const operationMatch = findOperation(path);
    if (!operationMatch) return {};
    const { parameters } = portalRow(operationMatch.operation);
    return {
      operation: operationMatch.operation,
      values: { ...operationMatch.path, ...pickParameters(Object.keys(parameters), requestParameters) },
    };
  }
  const row = interfaces.find(({ protocols }) => Object.hasOwn(protocols, match.route));
  if (row) return row.read(match, below, requestParameters);
  const { service: _, ...path } = Object.fromEntries(match.parameters);
  return { operation: match.route, values: path };
}

const layerNames = ['LayerID', 'LayerIDs', 'TableID', 'TableIDs', 'SourceTableID'];
const descriptionNames = ['LayerDescription', 'MapTableDescription'];

/** List the layers in the arguments, or else the visible layers of a map description. */
function layersIn(values: Readonly<Record<string, unknown>>): string[] {
  const described = descriptionNames.map((name) => values[name] as Record<string, unknown> | undefined);
  const layerIds = [values, ...described].flatMap((from) => layerNames.flatMap((name) => idsIn(from?.[name])));
  if (layerIds.length > 0) return layerIds;
  const map = values.MapDescription as { LayerDescriptions?: { LayerID: number; Visible: boolean }[] } | undefined;
  return (map?.LayerDescriptions ?? []).filter(({ Visible }) => Visible).map(({ LayerID }) => String(LayerID));
}
