import type { Match } from '../../sw/contract/routes.ts';
import type { Given } from '../../sw/endpoints/request-parameters.ts';
import { findRest, type RestServer, restRows } from '../../sw/extensions/rest/contract/index.ts';
import { restError } from '../../sw/extensions/rest/response.ts';
import { type Interface, idsIn, type Part, pickParametersWithAliases } from '../double/interface.ts';

/** The REST interface. */
export const rest: Interface = {
  names: Object.keys(restRows),
  protocols: { 'rest-service': 'rest', 'rest-catalogue': 'rest' },
  read: readRest,
  fault: (_, fault, request, parameters) => restError(fault, request, parameters),
};

function readRest(match: Match, below: readonly string[], parameters: Given): Part {
  const server: RestServer = match.row.path.includes('/FeatureServer/') ? 'FeatureServer' : 'MapServer';
  const restMatch = findRest(below, match.parameters.has('service') ? server : undefined);
  if (!restMatch) return {};
  const { name, row, path } = restMatch;
  const aliases = Object.entries(row.parameters).map(([key, { aliases }]) => [key, aliases] as const);
  const values: Record<string, unknown> = { ...path, ...pickParametersWithAliases(aliases, parameters) };
  const layers = path.layer !== undefined ? [path.layer] : [values.layers, values.layerDefs].flatMap(idsIn);
  return { operation: name, operations: row.operations, layers, values };
}
