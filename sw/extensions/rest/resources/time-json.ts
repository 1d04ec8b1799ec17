import type { Value } from '../../../contract/index.ts';
import { restWord } from '../json.ts';

const utc = { timeZone: 'UTC', respectsDaylightSaving: false };

/** The span of a time extent in epoch milliseconds. */
const spanOf = (extent: Value<'TimeExtent'> | undefined): number[] | undefined =>
  extent && [Date.parse(extent.StartTime ?? ''), Date.parse(extent.EndTime ?? '')];

/** The times of a service; nothing without any, since clients take the bare member for times. */
export function serviceTime({ FullTimeExtent, HasLiveData }: Value<'MapServerInfo'>): object {
  if (!FullTimeExtent) return {};
  return {
    timeInfo: {
      timeExtent: spanOf(FullTimeExtent),
      timeReference: utc,
      timeRelation: 'esriTimeRelationOverlaps',
      hasLiveData: HasLiveData ?? false,
    },
  };
}

/** The times of a layer or table; nothing without any. */
export function layerTime(about: Value<'MapLayerInfo'> | Value<'StandaloneTableInfo'>): object {
  if (!about.SupportsTime) return {};
  return {
    timeInfo: {
      startTimeField: about.StartTimeFieldName ?? null,
      endTimeField: about.EndTimeFieldName ?? null,
      trackIdField: about.TrackIDFieldName ?? null,
      timeExtent: spanOf(about.FullTimeExtent) ?? null,
      timeReference: utc,
      timeInterval: about.TimeInterval ?? 0,
      timeIntervalUnits: restWord(about.TimeIntervalUnits ?? 'gisTimeUnitsUnknown'),
      hasLiveData: false,
      exportOptions: { useTime: true, timeDataCumulative: false, timeOffset: null, timeOffsetUnits: null },
    },
  };
}
