import { type Fault, type OperationName, wrongValue } from '../contract/index.ts';
import type { Capability } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { Call, Handlers } from './call.ts';

/** Capability each operation needs. Operations that aren't listed describe the service and are always answered. */
const needed: Partial<Record<OperationName, Capability>> = {
  ExportMapImage: 'Map',
  ExportScaleBar: 'Map',
  GetLegendInfo: 'Map',
  GetLegendInfo2: 'Map',
  GenerateDataClasses: 'Map',
  GetMapTile: 'Map',
  GetLayerTile: 'Map',
  Identify: 'Query',
  QueryHTMLPopups: 'Query',
  QueryHTMLPopups2: 'Query',
  QueryAttachmentInfos: 'Query',
  QueryAttachmentInfos2: 'Query',
  QueryAttachmentData: 'Query',
  QueryAttachmentData2: 'Query',
  Find: 'Data',
  QueryHyperlinks: 'Data',
  QueryFeatureCount: 'Data',
  QueryFeatureCount2: 'Data',
  QueryRowCount: 'Data',
  QueryFeatureIDs: 'Data',
  QueryFeatureIDs2: 'Data',
  QueryRowIDs: 'Data',
  QueryFeatureData: 'Data',
  QueryFeatureData2: 'Data',
  QueryData: 'Data',
  QueryRelatedRecords: 'Data',
  QueryRelatedRecords2: 'Data',
  QueryDataStatistics: 'Data',
  QueryRasterValue: 'Data',
  QueryRasterValue2: 'Data',
};

/**
 * Wrap every handler so that it refuses a service published without the capability of its operation.
 *
 * @throws {Fault} `not-allowed` in the wrapped handlers, when the service lacks the capability
 */
export function guardHandlers<H extends Handlers>(handlers: H): H {
  const entries = Object.entries(handlers).map(([operation, handler]) => {
    const capability = needed[operation as OperationName];
    if (!capability) return [operation, handler];
    return [
      operation,
      (call: Call, request: never) => {
        requireCapability(call.service, capability, operation);
        return (handler as (call: Call, request: never) => unknown)({ ...call, needs: capability }, request);
      },
    ];
  });
  return Object.fromEntries(entries) as H;
}

/**
 * Check that a service is published with a capability.
 *
 * @throws {Fault} `not-allowed` when the service lacks the capability
 */
export function requireCapability(
  { key, definition }: ServiceRecord,
  capability: Capability,
  operation: string,
  detail: Fault['detail'] = { operation },
): void {
  const { capabilities } = definition;
  if (capabilities.includes(capability)) return;
  const granted = capabilities.length > 0 ? capabilities.join(', ') : 'none';
  throw wrongValue(
    'not-allowed',
    operation,
    `service "${key}" to have the capability ${capability}`,
    `${granted}. Ask its publisher to enable ${capability}`,
    detail,
  );
}
