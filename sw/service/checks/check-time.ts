import { columnKind } from '../../rows/column-kind.ts';
import type { TableManifest, TimeDefinition } from '../../rows/manifest.ts';
import { isListOf, isNotBelow, isNumber, isShape, isString, refuse } from './check.ts';
import { isContract } from './check-value.ts';

/** Check the structure of a time definition; `checkTime` checks its references. */
export const isTime = isShape({
  StartTimeFieldName: isString,
  'EndTimeFieldName?': isString,
  'TimeValueFormat?': isString,
  'TrackIDFieldName?': isString,
  'fullTimeExtent?': isListOf(isNumber, 2),
  'TimeInterval?': isNotBelow(0),
  'TimeIntervalUnits?': isContract('gisTimeUnits'),
});

/**
 * Check that the fields of a time definition exist and can contain times, and that its pattern includes the year.
 *
 * @throws {Fault} `bad-package` if the check fails, with the path of the invalid value
 */
export function checkTime(time: TimeDefinition | undefined, { fields }: TableManifest, path: string): void {
  if (!time) return;
  const isField = (key: 'StartTimeFieldName' | 'EndTimeFieldName' | 'TrackIDFieldName', expected: string): void => {
    // Some clients send an empty name for no field.
    const name = time[key];
    if (name === undefined || (name === '' && key !== 'StartTimeFieldName')) return;
    const field = fields.find(({ Name }) => Name === name);
    if (!field || columnKind(field) === undefined)
      refuse(`${path}.${key}`, expected, field ? `${field.Type} ${name}` : name);
  };
  isField('StartTimeFieldName', 'a field of dates, texts or numbers');
  isField('EndTimeFieldName', 'a field of dates, texts or numbers');
  isField('TrackIDFieldName', 'an attribute field');
  const { TimeValueFormat: pattern } = time;
  if (pattern && !pattern.includes('y'))
    refuse(`${path}.TimeValueFormat`, 'a pattern with a year, such as yyyyMMdd', pattern);
}
