import type { Value } from '../contract/index.ts';
import type { TimeDefinition } from '../rows/manifest.ts';
import { timeCondition } from '../rows/time-filter.ts';
import type { Condition } from '../rows/where/bound.ts';
import { spanBefore, type TimeOffset, timeSpan } from './time-span.ts';

/** Time settings of a layer or table description. */
type TimeSettings = TimeOffset & Pick<Value<'LayerDescription'>, 'UseTime' | 'TimeDataCumulative'>;

/**
 * Make the condition that restricts rows to the time of the map (semantics.md 0.9), for ExportMapImage and Identify.
 *
 * @param fields of the table
 * @returns undefined when the map has no time, or the layer has none or does not use it
 * @throws {Fault} `bad-value` for an invalid time value, zone, offset or time field
 */
export function layerTimeCondition(
  map: Value<'MapDescription'>,
  layer: TimeSettings,
  time: TimeDefinition | undefined,
  fields: readonly Value<'Field'>[],
): Condition | undefined {
  if (!map.TimeValue || !time || layer.UseTime === false) return undefined;
  const requested = timeSpan(map.TimeValue, map.TimeReference, 'MapDescription.TimeValue');
  const reached = requested && layer.TimeDataCumulative ? ([-Infinity, requested[1]] as const) : requested;
  return timeCondition(time, fields, spanBefore(reached, layer, 'LayerDescription'), map.TimeRelation);
}
