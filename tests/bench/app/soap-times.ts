import { XMLParser } from 'fast-xml-parser';
import type { RequestOf, Value } from '../../../sw/contract/index.ts';
import { decodeRequest } from '../../../sw/soap/decode.ts';
import { encodeRequest, encodeResponse } from '../../../sw/soap/encode.ts';
import { openEnvelope, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { polygonRecords } from '../../unit/soap/polygon-records.ts';
import { inTurn, type Row } from './timing.ts';

const runs = 25;

/** Measure reading a large request and writing a large answer. */
export async function soapTimes(): Promise<Row[]> {
  const text = sealEnvelope(encodeRequest('QueryFeatureCount', largeRequest()), '1.1');
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true });
  const [decode, parse] = await inTurn(runs, [
    () => decodeRequest('QueryFeatureCount', openEnvelope(text).element),
    () => parser.parse(text),
  ]);
  const answer = polygonRecords(1000);
  const encodeAnswer = () => sealEnvelope(encodeResponse('QueryFeatureData', answer), '1.1');
  const [encode] = await inTurn(runs, [encodeAnswer]);
  return [
    {
      name: 'SOAP request read, checked and decoded',
      ms: decode!,
      against: 'fast-xml-parser, reading alone',
      againstMs: parse!,
      note: megabytes(text),
    },
    { name: 'RecordSet of 1,000 polygons encoded', ms: encode!, note: megabytes(encodeAnswer()) },
  ];
}

/** Return a filter with a polygon of enough vertices for a request of one megabyte. */
function largeRequest(): RequestOf<'QueryFeatureCount'> {
  const PointArray = Array.from({ length: 11_500 }, (_, i): Value<'PointN'> => {
    const angle = (2 * Math.PI * (i % 11_499)) / 11_499;
    return { type: 'PointN', X: 10 * Math.cos(angle), Y: 10 * Math.sin(angle) };
  });
  const FilterGeometry: Value<'PolygonN'> = {
    type: 'PolygonN',
    HasID: false,
    HasZ: false,
    HasM: false,
    RingArray: [{ type: 'Ring', PointArray }],
  };
  return {
    MapName: 'Layers',
    LayerID: 0,
    QueryFilter: {
      type: 'SpatialFilter',
      WhereClause: '',
      Resolution: 0,
      SearchOrder: 'gisSearchOrderSpatial',
      SpatialRel: 'gisSpatialRelIntersects',
      SpatialRelDescription: '',
      FilterGeometry,
      GeometryFieldName: '',
      FilterOwnsGeometry: false,
    },
  };
}

const megabytes = (text: string): string => `${(new TextEncoder().encode(text).length / 1e6).toFixed(2)} MB`;
