import { matchPath } from '../../sw/contract/match-path.ts';
import type { Given } from '../../sw/endpoints/request-parameters.ts';
import { featureRows } from '../../sw/extensions/ogc/contract/features.ts';
import type { OgcRow } from '../../sw/extensions/ogc/contract/rows.ts';
import { wmsRows } from '../../sw/extensions/ogc/contract/wms.ts';
import { wmtsPaths, wmtsRows } from '../../sw/extensions/ogc/contract/wmts.ts';
import { featureException, owsException, wmsException } from '../../sw/extensions/ogc/exceptions.ts';
import { readOgcQuery } from '../../sw/extensions/ogc/read-parameters.ts';
import {
  type Interface,
  type Part,
  pickParametersWithAliases,
  readParameterText,
  readPath,
} from '../double/interface.ts';

/** WMS, WMTS and OGC API - Features. */
export const ogc: Interface = {
  names: [wmsRows, wmtsRows, featureRows].flatMap((rows) => Object.keys(rows)),
  protocols: { wms: 'wms', wmts: 'wmts', 'ogc-features': 'features' },
  read({ route }, below, parameters) {
    if (route === 'wms') return readStandard(wmsRows, parameters, {});
    if (route === 'ogc-features') return readPath(featureRows, below, parameters);
    const byPath = below.length > 0 ? wmtsPaths.map((row) => ({ ...row, found: matchPath(row.path, below) })) : [];
    const row = byPath.find(({ found }) => found);
    return readStandard(
      wmtsRows,
      row ? new Map([...parameters, ['request', row.request]]) : parameters,
      row?.found ?? {},
    );
  },
  fault(protocol, fault, { url }) {
    if (protocol === 'wms') return wmsException(fault, readOgcQuery(new URL(url)));
    return protocol === 'wmts' ? owsException(fault) : featureException(fault);
  },
};

function readStandard(
  rows: Readonly<Record<string, OgcRow>>,
  parameters: Given,
  path: Readonly<Record<string, string>>,
): Part {
  const requested = readParameterText(parameters, 'request')?.toLowerCase();
  const name = Object.keys(rows).find((candidate) => candidate.toLowerCase() === requested);
  const row = name === undefined ? undefined : rows[name];
  if (!row) return { operation: readParameterText(parameters, 'request') };
  const aliases = Object.entries(row.parameters).map(([key, { aliases }]) => [key, aliases] as const);
  const values = { ...pickParametersWithAliases(aliases, parameters), ...path };
  const { layers, query_layers, layer } = values as Record<string, string | undefined>;
  const named = [layers, query_layers, layer].flatMap((list) => (list ? list.split(',') : []));
  return { operation: name, operations: row.operations, layers: [...new Set(named)], values };
}
