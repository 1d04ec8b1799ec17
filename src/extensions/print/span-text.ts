import { mapInfo } from '../../state/services.ts';
import { momentText } from '../../text/format.ts';

/** Format the displayed time span with the precision of the time slider. */
export function spanText([start, end]: readonly [number, number]): string {
  const full = mapInfo.peek()?.FullTimeExtent;
  const rangeMs = full?.StartTime && full.EndTime ? Date.parse(full.EndTime) - Date.parse(full.StartTime) : end - start;
  return `${momentText(start, rangeMs)} – ${momentText(end, rangeMs)}`;
}
