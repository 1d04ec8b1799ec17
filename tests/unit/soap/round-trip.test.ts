import { expect, test } from 'vitest';
import { decodeResponse } from '../../../sw/soap/decode.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { openEnvelope, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { polygonRecords } from './polygon-records.ts';

test('a record set reads back as it was', () => {
  const answer = polygonRecords(50);
  const xml = sealEnvelope(encodeResponse('QueryFeatureData', answer));
  expect(decodeResponse('QueryFeatureData', openEnvelope(xml).element)).toEqual(answer);
});
