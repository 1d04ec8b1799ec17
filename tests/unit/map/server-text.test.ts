import { expect, test } from 'vitest';
import { localText } from '../../../src/state/server-text.ts';

const text = (type: 'Double' | 'Integer' | 'OID' | 'String' | 'Date', message: string) =>
  localText(message, { Type: `gisFieldType${type}` });

test('numbers and dates of the server are written as tables write them', () => {
  expect(text('Integer', '1619438')).toBe('1,619,438');
  expect(text('Integer', '1,619,438')).toBe('1,619,438');
  expect(text('Double', '-4.50')).toBe('-4.5');
  expect(text('Date', '2018-02-01')).toBe('Feb 1, 2018');
  expect(text('Date', '2018-02-01 12:30:05')).toBe('Feb 1, 2018, 12:30:05 PM UTC');
});

test('what is no plain number or date stays as it is said', () => {
  expect(text('OID', '1234')).toBe('1234');
  expect(text('String', '1234')).toBe('1234');
  expect(text('Double', '1,5')).toBe('1,5');
  expect(text('Date', '1.2.2018')).toBe('1.2.2018');
  const Domain = { type: 'CodedValueDomain', CodedValues: [] } as never;
  expect(localText('1000', { Type: 'gisFieldTypeInteger', Domain })).toBe('1000');
  expect(localText('1000', undefined)).toBe('1000');
});
