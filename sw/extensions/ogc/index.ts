import type { Context } from '../../context.ts';
import { Fault, quoteValue, toFault, wrongValue } from '../../contract/index.ts';
import { matchPath } from '../../contract/match-path.ts';
import { createCall } from '../../handlers/call.ts';
import { requireCapability } from '../../handlers/capabilities.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { OgcCall } from './call.ts';
import type { OgcRow } from './contract/rows.ts';
import { wmsRows } from './contract/wms.ts';
import { wmtsPaths, wmtsRows } from './contract/wmts.ts';
import { featureException, owsException, wmsException } from './exceptions.ts';
import { featuresReply } from './features/index.ts';
import { badParameter, type Given, readOgcParameters, readOgcQuery } from './read-parameters.ts';
import { getCapabilities } from './wms/capabilities.ts';
import { getFeatureInfo } from './wms/get-feature-info.ts';
import { getLegendGraphic } from './wms/get-legend-graphic.ts';
import { getMap } from './wms/get-map.ts';
import { getTile, getCapabilities as getTileCapabilities } from './wmts.ts';

/** The OGC interfaces of a service. */
export type OgcInterface = 'wms' | 'wmts' | 'ogc-features';

/** Request that the gate has admitted. */
export interface OgcRequest {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly service: ServiceRecord;
  readonly as: OgcInterface;
  /** Path segments below the address of the interface. */
  readonly below: readonly string[];
}

const featureServer = '/OGCFeatureServer';
/** Maximum duration of one request, in milliseconds. */
const budgetMs = 20_000;

type AnyResource = (call: OgcCall, values: never) => Promise<Response>;

/** The requests of an interface by name, and the functions that answer them. */
interface Requests {
  readonly service: string;
  readonly rows: Readonly<Record<string, OgcRow>>;
  readonly resources: Readonly<Record<string, AnyResource>>;
  /** Request names of old versions, in lower case. */
  readonly oldNames: ReadonlyMap<string, string>;
}

const wms: Requests = {
  service: 'WMS',
  rows: wmsRows,
  resources: {
    GetCapabilities: getCapabilities,
    GetMap: getMap,
    GetFeatureInfo: getFeatureInfo,
    GetLegendGraphic: getLegendGraphic,
  } satisfies Record<keyof typeof wmsRows, AnyResource>,
  oldNames: new Map([
    ['map', 'GetMap'],
    ['feature_info', 'GetFeatureInfo'],
    ['capabilities', 'GetCapabilities'],
  ]),
};

const wmts: Requests = {
  service: 'WMTS',
  rows: wmtsRows,
  resources: { GetCapabilities: getTileCapabilities, GetTile: getTile } satisfies Record<
    keyof typeof wmtsRows,
    AnyResource
  >,
  oldNames: new Map(),
};

/** Answer a request with one of the standards. Faults are answered in the form of the standard; nothing is thrown. */
export async function answerOgc(received: OgcRequest): Promise<Response> {
  const { context, request, url, service, as, below } = received;
  const budget = AbortSignal.timeout(budgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  try {
    const parameters = readOgcQuery(url);
    const call = {
      ...createCall(context, service, signal),
      map: service.definition.maps[0]!,
      address: `${url.origin}${url.pathname}`,
      token: parameters.get('token'),
      path: {},
      here: '',
      query: url.search,
      others: new Map(),
    };
    if (as === 'ogc-features') {
      const address = call.address.slice(0, call.address.lastIndexOf(featureServer) + featureServer.length);
      return await featuresReply({ ...call, address }, request, below, parameters);
    }
    // A request with SRS instead of CRS is version 1.1.1, which has the easting first.
    const isOld = as === 'wms' && !parameters.has('version') && !parameters.has('crs') && parameters.has('srs');
    if (as === 'wms')
      return await requestReply(wms, call, isOld ? new Map([...parameters, ['version', '1.1.1']]) : parameters);
    return await requestReply(wmts, call, readPathParameters(below, parameters));
  } catch (error) {
    const isLate = budget.aborted && !(error instanceof Fault);
    const late = `REQUEST: the operation didn't finish within ${budgetMs / 1000} s. Request a smaller area or fewer rows.`;
    return ogcException(as, isLate ? new Fault('too-complex', late) : toFault(error, signal), url);
  }
}

/** Answer a fault in the form of an interface. The fault may also come from the gate. */
export function ogcException(as: OgcInterface, fault: Fault, url: URL): Response {
  if (as === 'ogc-features') return featureException(fault);
  return as === 'wms' ? wmsException(fault, readOgcQuery(url)) : owsException(fault);
}

/** Convert the path of a tile to parameters. @throws {Fault} `not-found` for another path */
function readPathParameters(below: readonly string[], queryParameters: Given): Given {
  if (below.length === 0) return queryParameters;
  for (const { path, request } of wmtsPaths) {
    const match = matchPath(path, below);
    if (!match) continue;
    const column = match.tilecol?.replace(/\.(png|jpe?g)$/i, '');
    return new Map([
      ...queryParameters,
      ...Object.entries(match),
      ['request', request],
      ...(column ? [['tilecol', column] as const] : []),
    ]);
  }
  const pathPatterns = wmtsPaths.map(({ path }) => path).join(', ');
  throw new Fault('not-found', `WMTS: path ${quoteValue(below.join('/'))} not found. Use one of ${pathPatterns}.`);
}

/**
 * Answer the request that `REQUEST` names.
 *
 * @throws {Fault} `missing-element`, `bad-value`, `not-allowed`, and faults of the resources
 */
async function requestReply(
  { service, rows, resources, oldNames }: Requests,
  call: OgcCall,
  requestParameters: Given,
): Promise<Response> {
  const names = Object.keys(rows);
  const requested = requestParameters.get('request');
  if (requested === undefined)
    throw wrongValue('missing-element', 'REQUEST', `one of ${names.join(', ')}`, 'nothing', {
      locator: 'REQUEST',
    });
  const serviceName = requestParameters.get('service');
  if (serviceName !== undefined && serviceName.toUpperCase() !== service)
    throw badParameter('SERVICE', service, serviceName);
  const word = (oldNames.get(requested.toLowerCase()) ?? requested).toLowerCase();
  const name = names.find((candidate) => candidate.toLowerCase() === word);
  if (!name) throw badParameter('REQUEST', `one of ${names.join(', ')}`, requested, 'OperationNotSupported');
  const row = rows[name]!;
  if (row.needs) requireCapability(call.service, row.needs, name, { exception: 'OperationNotSupported' });
  return resources[name]!(call, readOgcParameters(row, requestParameters) as never);
}
