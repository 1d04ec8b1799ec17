import type { Value } from '../../contract/index.ts';
import type { Call } from '../call.ts';
import { outputUrl } from '../output-url.ts';
import { encodeAmf } from './amf.ts';
import { asDate, asEpochMs, featureSet, type QueriedRows } from './feature-set.ts';
import { encodeKmz, kmzType } from './kmz.ts';

/** Content and delivery of a result format. */
interface ResultForm {
  readonly content: 'records' | 'json' | 'kmz' | 'amf';
  readonly asUrl: boolean;
}

export const formatNames: Readonly<Record<Value<'gisQueryResultFormat'>, ResultForm>> = {
  gisQueryResultRecordSetAsObject: { content: 'records', asUrl: false },
  gisQueryResultJsonAsMime: { content: 'json', asUrl: false },
  gisQueryResultJsonAsURL: { content: 'json', asUrl: true },
  gisQueryResultAmfAsMime: { content: 'amf', asUrl: false },
  gisQueryResultAmfAsURL: { content: 'amf', asUrl: true },
  gisQueryResultKMLAsMime: { content: 'kmz', asUrl: false },
  gisQueryResultKMLAsURL: { content: 'kmz', asUrl: true },
};

/** Write rows in a result format. Members that the format doesn't use stay empty. */
export async function queryResult(call: Call, form: ResultForm, rows: QueriedRows): Promise<Value<'QueryResult'>> {
  switch (form.content) {
    case 'records':
      return { URL: '', Object: { type: 'RecordSet', ...rows.records } };
    case 'json':
      return deliverResult(call, form, jsonBytes(featureSet(rows, asEpochMs)), 'application/json', 'json');
    case 'amf':
      return deliverResult(call, form, encodeAmf(featureSet(rows, asDate)), 'application/x-amf', 'amf');
    case 'kmz':
      return deliverResult(call, form, encodeKmz(rows), kmzType, 'kmz');
  }
}

export const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));

/** Return bytes inline or by URL. */
export async function deliverResult(
  call: Call,
  { asUrl }: Pick<ResultForm, 'asUrl'>,
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  extension: string,
): Promise<Value<'QueryResult'>> {
  if (!asUrl) return { MimeData: bytes, URL: '', Object: null };
  return { URL: await outputUrl(call, bytes, mimeType, extension), Object: null };
}
