import { badValue, type Value } from '../../contract/index.ts';

/** Windows names of common time zones, with their names in the IANA database. */
const otherNames: Readonly<Record<string, string>> = {
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'Russian Standard Time': 'Europe/Moscow',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Egypt Standard Time': 'Africa/Cairo',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Arabian Standard Time': 'Asia/Dubai',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Kolkata',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'W. Australia Standard Time': 'Australia/Perth',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Central Standard Time': 'America/Chicago',
  'Eastern Standard Time': 'America/New_York',
  'Atlantic Standard Time': 'America/Halifax',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
};

/** Returns the milliseconds to add to UTC for the local time of a zone, for a time in epoch milliseconds. */
type ZoneOffset = (ms: number) => number;

const inUtc: ZoneOffset = () => 0;

/**
 * Return the function that computes the offset of a time reference from UTC. The offset is 0 if the reference is
 * undefined or its name is empty.
 *
 * @throws {Fault} `bad-value` for an unknown time zone
 */
export function zoneOffset(reference: Value<'TimeReference'> | undefined, path: string): ZoneOffset {
  const name = reference?.TimeZoneNameID ?? '';
  if (name === '' || /^(UTC|GMT|Z|Etc\/UTC)$/i.test(name)) return inUtc;
  const zone = Object.hasOwn(otherNames, name) ? otherNames[name]! : name;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    throw badValue(`${path}.TimeZoneNameID`, 'a time zone', name);
  }
  const offset: ZoneOffset = (ms) => {
    if (!Number.isFinite(ms)) return 0;
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
    const shown = new Date(0);
    shown.setUTCFullYear(year, part('month') - 1, part('day'));
    shown.setUTCHours(part('hour'), part('minute'), part('second'));
    return shown.getTime() - Math.floor(ms / 1000) * 1000;
  };
  if (reference?.RespectsDaylightSavingTime !== false) return offset;
  // Without daylight saving time: the smaller offset of January and July.
  return (ms) => {
    const year = new Date(ms).getUTCFullYear();
    return Math.min(offset(Date.UTC(year, 0, 1)), offset(Date.UTC(year, 6, 1)));
  };
}

/**
 * Parse a dateTime of a message. A dateTime without an offset is in the local time of the zone.
 *
 * @param offset of the zone
 * @returns epoch milliseconds
 * @throws {Fault} `bad-value` if the text isn't a dateTime
 */
export function readMoment(text: string, offset: ZoneOffset, path: string): number {
  const trimmed = text.trim();
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(trimmed);
  const ms = Date.parse(hasOffset ? trimmed : `${trimmed.includes('T') ? trimmed : `${trimmed}T00:00:00`}Z`);
  if (Number.isNaN(ms)) throw badValue(path, 'a date and time', text);
  // Apply the offset twice, because it depends on the resulting time.
  return hasOffset ? ms : ms - offset(ms - offset(ms));
}
