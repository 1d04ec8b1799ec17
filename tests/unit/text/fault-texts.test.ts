import { describe, expect, test } from 'vitest';
import { de } from '../../../src/text/de.ts';
import { en } from '../../../src/text/en.ts';
import { faultLeads } from '../../../src/text/fault-leads-de.ts';
import { sourceFaultText } from '../../../src/text/source-faults.ts';
import { sourceFaultsDe } from '../../../src/text/source-faults-de.ts';
import { sourceFaultsEn } from '../../../src/text/source-faults-en.ts';
import { faultCodes } from '../../../sw/contract/index.ts';

test('a fault of the server is said in German in front of its own words', () => {
  const message = 'Identify.MapImageDisplay.ImageDPI: expected number, found "abc"';
  expect(de.faults.said('bad-value', message)).toBe(`Ein Wert ist nicht zulässig. (Wortlaut des Servers: ${message})`);
  expect(en.faults.said('bad-value', message)).toBe(message);
});

test('what the page says itself stands alone', () => {
  expect(de.faults.said('no-answer', de.faults.noAnswer)).toBe(de.faults.noAnswer);
  expect(de.faults.said('constructor', 'x')).toBe('x');
});

test('every code of the server has its sentence', () => {
  expect(Object.keys(faultCodes).filter((code) => !(code in faultLeads))).toEqual([]);
});

describe.each([
  ['English', sourceFaultsEn],
  ['German', sourceFaultsDe],
])('why a file elsewhere cannot be read, in %s', (language, faults) => {
  // The type requires every language to have every reason.
  const reasons = Object.keys(faults).map((reason) => [reason]);
  const remote = { file: 'data.example.org/a.fgb', host: 'data.example.org', status: 503, waitSeconds: 30 };
  const detail = { ...remote, mb: 60, limitMb: 24, found: 'Point, Polygon' };

  test.each(reasons)('%s: what it is and what to do', (reason) => {
    const message = sourceFaultText(faults, { ...detail, reason })!;
    expect(message).toHaveLength(2);
    for (const sentence of message) expect(sentence).toMatch(/^\S.{8,170}\.$/);
    expect(message[0]).toContain('data.example.org');
    // Unknown values are left out without leaving gaps.
    const [bare, advice] = sourceFaultText(faults, { file: 'a.fgb', reason })!;
    expect(bare).toContain('a.fgb');
    expect(`${bare} ${advice}`).not.toMatch(/undefined|NaN|\(HTTP \)|: \./);
    if (language === 'German')
      expect(message.join()).not.toBe(sourceFaultText(sourceFaultsEn, { ...detail, reason })!.join());
  });

  test('says nothing of other faults', () => {
    expect(sourceFaultText(faults, {})).toBeUndefined();
    expect(sourceFaultText(faults, { reason: 'toString', file: 'a' })).toBeUndefined();
    expect(sourceFaultText(faults, { reason: 'changed' })).toBeUndefined();
  });
});

test('a fault of a file elsewhere is said in German by its reason, and in English as the server says it', () => {
  const message = 'data.example.org/a.fgb: the server is busy or failing (HTTP 503).';
  // As transmitted, with every value as text.
  const detail = {
    reason: 'busy',
    file: 'data.example.org/a.fgb',
    host: 'data.example.org',
    status: '503',
    waitSeconds: '30',
  };
  expect(de.faults.said('source-failed', message, detail)).toBe(
    'data.example.org ist überlastet oder gestört (HTTP 503). Versuchen Sie es in 30 Sekunden noch einmal.',
  );
  expect(en.faults.said('source-failed', message, detail)).toBe(message);
});
