import type { Value } from '../contract/index.ts';
import type { TimeDefinition } from '../rows/manifest.ts';
import { timeCondition } from '../rows/time-filter.ts';
import type { Condition } from '../rows/where/bound.ts';
import { spanBefore, type TimeOffset, timeSpan } from './time-span.ts';

/** What a description of a layer or table says of time. */
type TimeSettings = TimeOffset & Pick<Value<'LayerDescription'>, 'UseTime' | 'TimeDataCumulative'>;

/**
 * Make the condition that a layer's rows are of the time of the map (semantics.md 0.9); ExportMapImage and Identify ask for it.
 *
 * @param fields of the table
 * @returns undefined when the map has no time, the layer has none, or does not use it
 * @throws {Fault} `bad-value` for a time value, a zone, an offset or a time field that is none
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
