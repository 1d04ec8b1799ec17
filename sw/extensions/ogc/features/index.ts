import { badValue, Fault, quoteValue } from '../../../contract/index.ts';
import { matchPath } from '../../../contract/match-path.ts';
import { requireCapability } from '../../../handlers/capabilities.ts';
import type { OgcCall } from '../call.ts';
import { featureRows } from '../contract/features.ts';
import type { OgcRow } from '../contract/rows.ts';
import { type Given, readOgcParameters } from '../read-parameters.ts';
import { api, collection, collections, conformance, landing, queryables } from './documents.ts';
import { item, items } from './items.ts';

type FeatureName = keyof typeof featureRows;
type AnyResource = (call: OgcCall, values: never) => Promise<Response>;

const resources: { readonly [N in FeatureName]: AnyResource } = {
  landing,
  conformance,
  api,
  collections,
  collection,
  queryables,
  items,
  item,
};

/**
 * Answer a path of OGC API - Features.
 *
 * @throws {Fault} `not-found` for an unknown path, `not-allowed` without the capability of the resource, and faults of
 *   the resources
 */
export async function featuresReply(
  call: OgcCall,
  request: Request,
  below: readonly string[],
  requestParameters: Given,
): Promise<Response> {
  for (const [name, row] of Object.entries(featureRows as Readonly<Record<FeatureName, OgcRow>>)) {
    const path = matchPath(row.path!, below);
    if (!path) continue;
    if (row.needs) requireCapability(call.service, row.needs, name, { exception: 'OperationNotSupported' });
    const parameterNames = new Set([...Object.keys(row.parameters), 'token']);
    const others = new Map([...requestParameters].filter(([key]) => !parameterNames.has(key)));
    if (name !== 'items' && others.size > 0) throw unknownParameterFault([...others.keys()][0]!, row);
    const isHtmlRequest = request.mode === 'navigate' || /^text\/html/.test(request.headers.get('accept') ?? '');
    const values = { f: isHtmlRequest ? 'html' : undefined, ...readOgcParameters(row, requestParameters) };
    const requestedPath = below.length === 0 ? '' : `/${below.map(encodeURIComponent).join('/')}`;
    return resources[name as FeatureName]({ ...call, path, here: requestedPath, others }, values as never);
  }
  const paths = Object.values(featureRows).map(({ path }) => path || 'nothing');
  throw new Fault(
    'not-found',
    `OGCFeatureServer: path ${quoteValue(below.join('/'))} not found. Use one of ${paths.join(', ')}.`,
  );
}

const unknownParameterFault = (name: string, { parameters }: OgcRow): Fault =>
  badValue('Parameter', `one of ${Object.keys(parameters).join(', ')}`, name);
