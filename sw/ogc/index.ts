import type { Context } from '../context.ts';
import { Fault, toFault } from '../contract/index.ts';
import type { OgcRow } from '../contract/ogc/rows.ts';
import { wmsRows } from '../contract/ogc/wms.ts';
import { createCall } from '../handlers/call.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { OgcCall } from './call.ts';
import { wmsException } from './exceptions.ts';
import { badParameter, type Given, givenIn, readParameters } from './read-parameters.ts';
import { getCapabilities } from './wms/capabilities.ts';
import { getFeatureInfo } from './wms/get-feature-info.ts';
import { getLegendGraphic } from './wms/get-legend-graphic.ts';
import { getMap } from './wms/get-map.ts';
import { requireCapability } from './wms/picture.ts';

/** The interfaces of the standards that a service is reached by. */
export type OgcInterface = 'wms';

/** A request that the gate has let in. */
export interface OgcRequest {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly service: ServiceRecord;
  readonly as: OgcInterface;
  /** Segments below the address of the interface. */
  readonly below: readonly string[];
}

/** Longest time that one request may take, in milliseconds. */
const budgetMs = 20_000;

type AnyResource = (call: OgcCall, values: never) => Promise<Response>;

const wmsResources: { readonly [N in keyof typeof wmsRows]: AnyResource } = {
  GetCapabilities: getCapabilities,
  GetMap: getMap,
  GetFeatureInfo: getFeatureInfo,
  GetLegendGraphic: getLegendGraphic,
};

/** Answer a request by one of the standards. Nothing is thrown; faults are answered in the form of the standard. */
export async function answerOgc(received: OgcRequest): Promise<Response> {
  const { context, request, url, service, as } = received;
  const budget = AbortSignal.timeout(budgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  try {
    const given = givenIn(url);
    const call = {
      ...createCall(context, service, signal),
      map: service.definition.maps[0]!,
      address: `${url.origin}${url.pathname}`,
      token: given.get('token'),
      path: {},
    };
    return await kvpReply(call, given);
  } catch (error) {
    const isLate = budget.aborted && !(error instanceof Fault);
    const late = `REQUEST: an answer within ${budgetMs / 1000} s expected, none found.`;
    return ogcException(as, isLate ? new Fault('too-complex', late) : toFault(error, signal), url);
  }
}

/** Answer a fault in the form of an interface, also one of the gate. */
export function ogcException(_as: OgcInterface, fault: Fault, url: URL): Response {
  return wmsException(fault, givenIn(url));
}

/** Answer what `REQUEST` asks for. @throws {Fault} `missing-element`, `unknown-operation`, and as the resources */
async function kvpReply(call: OgcCall, given: Given): Promise<Response> {
  const names = Object.keys(wmsRows) as (keyof typeof wmsRows)[];
  const requested = given.get('request');
  if (requested === undefined)
    throw new Fault('missing-element', `REQUEST: one of ${names.join(', ')} expected, nothing found.`, {
      locator: 'REQUEST',
    });
  const service = given.get('service');
  if (service !== undefined && service.toUpperCase() !== 'WMS') throw badParameter('SERVICE', 'WMS', service);
  const old: Readonly<Record<string, string>> = {
    map: 'GetMap',
    feature_info: 'GetFeatureInfo',
    capabilities: 'GetCapabilities',
  };
  const word = (old[requested.toLowerCase()] ?? requested).toLowerCase();
  const name = names.find((one) => one.toLowerCase() === word);
  if (!name) throw badParameter('REQUEST', `one of ${names.join(', ')}`, requested, 'OperationNotSupported');
  const row: OgcRow = wmsRows[name];
  if (row.needs) requireCapability(call, row.needs, name);
  // By the old name of the reference system, coordinates are in the old order.
  const version =
    given.has('version') || given.has('crs') || !given.has('srs') ? given : new Map([...given, ['version', '1.1.1']]);
  return wmsResources[name](call, readParameters(row, version) as never);
}
