import { describe, expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { spanBefore } from '../../../sw/handlers/time-span.ts';
import { formatByPattern, parserOfPattern } from '../../../sw/rows/text/date-pattern.ts';
import { readMoment, zoneOffset } from '../../../sw/rows/text/zoned-time.ts';
import type { TimeSpan } from '../../../sw/rows/time-filter.ts';
import { fillTemplate } from '../../../sw/service/popup-template.ts';

const moment = Date.UTC(2001, 1, 3, 16, 5, 9, 78);

describe('patterns of dates', () => {
  test.each([
    ['yyyy-MM-dd HH:mm:ss', '2001-02-03 16:05:09'],
    ['d MMM yy', '3 Feb 01'],
    ["MMMM d 'at' h:mm tt", 'February 3 at 4:05 PM'],
    ['HHmmss.SSS', '160509.078'],
    ["yyyy ''", "2001 '"],
  ])('%s', (pattern, text) => {
    expect(formatByPattern(moment, pattern)).toBe(text);
  });

  test('what is written is read again', () => {
    for (const pattern of ['yyyyMMddHHmmss', 'dd.MM.yyyy HH:mm:ss', "yyyy'T'MM-dd HH:mm:ss"]) {
      expect(parserOfPattern(pattern)(formatByPattern(moment, pattern))).toBe(moment - 78);
    }
  });

  test('a text of another form and a day that is not are no time', () => {
    const read = parserOfPattern('yyyyMMdd');
    expect([read('2001023'), read('20010230'), read('2001-02-03'), read('')]).toEqual([null, null, null, null]);
    expect(read('20010203')).toBe(Date.UTC(2001, 1, 3));
  });
});

describe('time zones', () => {
  const inZone = (name: string, summer = true) =>
    zoneOffset({ TimeZoneNameID: name, RespectsDaylightSavingTime: summer }, 'place');

  test('a moment without offset is what the clocks of the zone show', () => {
    const newYork = inZone('Eastern Standard Time');
    expect(readMoment('2001-02-03T12:00:00', newYork, 'p')).toBe(Date.UTC(2001, 1, 3, 17));
    expect(readMoment('2001-07-03T12:00:00', newYork, 'p')).toBe(Date.UTC(2001, 6, 3, 16));
    expect(readMoment('2001-07-03T12:00:00Z', newYork, 'p')).toBe(Date.UTC(2001, 6, 3, 12));
    expect(readMoment('2001-07-03T12:00:00+02:00', newYork, 'p')).toBe(Date.UTC(2001, 6, 3, 10));
  });

  test('clocks without summer time stay as in winter, north and south', () => {
    const july = Date.UTC(2001, 6, 1);
    expect(inZone('Europe/Berlin', false)(july)).toBe(3_600_000);
    expect(inZone('Europe/Berlin')(july)).toBe(7_200_000);
    expect(inZone('Australia/Sydney', false)(Date.UTC(2001, 0, 1))).toBe(36_000_000);
  });

  test('zones and moments that are none are refused by name', () => {
    expect(() => inZone('Mars/Crater')).toThrow('Mars/Crater');
    expect(() => inZone('__proto__')).toThrow('time zone');
    expect(() => readMoment('yesterday', inZone(''), 'TimeValue')).toThrow('TimeValue: expected a date and time');
  });

  test('months go by the calendar, hours by the clock', () => {
    const march = Date.UTC(2001, 2, 31);
    const earlier = (span: TimeSpan, TimeOffset: number, TimeOffsetUnits?: Value<'gisTimeUnits'>) =>
      spanBefore(span, { TimeOffset, ...(TimeOffsetUnits ? { TimeOffsetUnits } : {}) });
    expect(earlier([march, Infinity], 1, 'gisTimeUnitsMonths')).toEqual([Date.UTC(2001, 1, 28), Infinity]);
    expect(earlier([march, Infinity], 0.5, 'gisTimeUnitsYears')).toEqual([Date.UTC(2000, 8, 30), Infinity]);
    expect(earlier([march, march], -2, 'gisTimeUnitsHours')).toEqual([march + 7_200_000, march + 7_200_000]);
    expect(earlier(undefined, 1, 'gisTimeUnitsDays')).toBeUndefined();
    expect(earlier([march, march], 0)).toEqual([march, march]);
    expect(() => earlier([march, march], 1)).toThrow('LayerDescription.TimeOffsetUnits: expected a time unit');
    expect(() => earlier([march, march], 0.5, 'gisTimeUnitsMonths')).toThrow(
      'LayerDescription.TimeOffset: expected whole months',
    );
    expect(() => earlier([march, march], Number.NaN, 'gisTimeUnitsDays')).toThrow(
      'LayerDescription.TimeOffset: expected a number',
    );
  });
});

describe('pop-up templates', () => {
  const values: Record<string, string | null> = { NAME: `<img src=x onerror="a('b')">&`, EMPTY: null };
  const readText = (name: string): string | null | undefined =>
    Object.hasOwn(values, name) ? values[name] : undefined;

  test('data never becomes markup', () => {
    expect(fillTemplate({ kind: 'text', template: '<b title="{NAME}">{NAME}</b>' }, readText)).toBe(
      '<b title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</b>',
    );
  });

  test('data never leaves its place in an address', () => {
    const filled = fillTemplate({ kind: 'url', template: 'http://a.test/{NAME}?x={EMPTY}' }, readText);
    expect(filled).toBe('http://a.test/%3Cimg%20src%3Dx%20onerror%3D%22a(%27b%27)%22%3E%26?x=');
    expect(fillTemplate({ kind: 'url', template: '{NAME}' }, () => '\ud800')).toBe('%EF%BF%BD');
  });

  test('what is no field stays', () => {
    expect(fillTemplate({ kind: 'text', template: '{__proto__} {constructor} {}' }, readText)).toBe(
      '{__proto__} {constructor} {}',
    );
  });
});
