import { expect, test } from 'vitest';
import { decodeResponse } from '../../../sw/soap/decode.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { openEnvelope, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { maximumListLength } from '../../../sw/soap/reading.ts';
import { polygonRecords } from './polygon-records.ts';

test('a record set reads back as it was', () => {
  const answer = polygonRecords(50);
  const xml = sealEnvelope(encodeResponse('QueryFeatureData', answer));
  expect(decodeResponse('QueryFeatureData', openEnvelope(xml).element)).toEqual(answer);
});

test('an answer may have a longer list than a request', () => {
  const Result = Array.from({ length: maximumListLength + 1 }, (_, id) => id);
  const xml = sealEnvelope(encodeResponse('QueryRowIDs', { Result }));
  const ids = decodeResponse('QueryRowIDs', openEnvelope(xml).element).Result;
  expect(ids.length).toBe(Result.length);
  expect(ids.every((id, index) => id === index)).toBe(true);
});
