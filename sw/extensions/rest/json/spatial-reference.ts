import type { Value } from '../../../contract/infer.ts';
import { mercatorAliases } from '../../../geometry/reference-definitions.ts';
import { latestWkid, referenceFromWkid } from '../../../geometry/spatial-reference.ts';
import type { Form, JsonObject } from './row.ts';
import { numberAt, objectAt, unexpectedValueFault } from './unexpected-value.ts';

type Reference = Value<'SpatialReference'>;

/** The Web Mercator number that clients know best. */
const webMercator = 102100;

/**
 * Write a spatial reference as `wkid` and `latestWkid`, or else `wkt`.
 *
 * Web Mercator is always 102100, because some clients know no other number.
 *
 * @returns an empty object for an unknown reference
 */
export function writeReference(reference: Reference): JsonObject {
  const { WKID, LatestWKID, WKT, VCSWKID, LatestVCSWKID } = reference;
  const wkid = WKID || LatestWKID;
  const heights = VCSWKID ? { vcsWkid: VCSWKID, latestVcsWkid: LatestVCSWKID ?? VCSWKID } : {};
  if (!wkid) return { ...(WKT ? { wkt: WKT } : {}), ...heights };
  if (wkid === 3857 || mercatorAliases.has(wkid)) return { wkid: webMercator, latestWkid: 3857, ...heights };
  return { wkid, latestWkid: LatestWKID || latestWkid(wkid), ...heights };
}

/**
 * Read a spatial reference: an object, or its number as a number or text.
 *
 * @throws {Fault} `bad-value` if the JSON isn't a spatial reference
 */
export function readReference(json: unknown, path: string): Reference {
  if (typeof json === 'number' || typeof json === 'string') return ofNumbers(json, undefined, path);
  const { wkid, latestWkid: latest, wkt, wkt2, vcsWkid, latestVcsWkid } = objectAt(json, path);
  const heights = vcsWkid
    ? {
        VCSWKID: numberAt(vcsWkid, `${path}.vcsWkid`),
        LatestVCSWKID: numberAt(latestVcsWkid ?? vcsWkid, `${path}.latestVcsWkid`),
      }
    : {};
  if (wkid || latest) return { ...ofNumbers(wkid || latest, wkid ? latest : undefined, `${path}.wkid`), ...heights };
  const text = wkt ?? wkt2;
  if (text === undefined || text === null || text === '') return { type: 'UnknownCoordinateSystem', ...heights };
  if (typeof text !== 'string') throw unexpectedValueFault(`${path}.wkt`, 'a string', text);
  const type = /^\s*GEO(GCS|GCRS|DCRS|GRAPHICCRS)\s*[[(]/i.test(text)
    ? 'GeographicCoordinateSystem'
    : 'ProjectedCoordinateSystem';
  return { type, WKT: text, ...heights };
}

function ofNumbers(wkid: unknown, latest: unknown, path: string): Reference {
  const number = numberAt(wkid, path, 'a spatial reference ID');
  if (!Number.isInteger(number)) throw unexpectedValueFault(path, 'a spatial reference ID', wkid);
  if (number <= 0) return { type: 'UnknownCoordinateSystem' };
  const isMercator = number === 3857 || mercatorAliases.has(number);
  const reference = referenceFromWkid(isMercator ? webMercator : number);
  return latest && !isMercator ? { ...reference, LatestWKID: numberAt(latest, path) } : reference;
}

export const referenceForm: Form = {
  write: (value) => writeReference(value as unknown as Reference),
  read: readReference,
};

/** A datum transformation is an object, or only its number. */
export const transformationForm: Form = {
  write: ({ WKID, WKT }) => (WKID ? { wkid: WKID as number } : WKT ? { wkt: WKT as string } : undefined),
  read(json, path): Value<'GeoTransformation'> {
    if (typeof json === 'number' || typeof json === 'string') return { WKID: numberAt(json, path) };
    const { wkid, wkt } = objectAt(json, path);
    if (wkid) return { WKID: numberAt(wkid, `${path}.wkid`) };
    if (typeof wkt === 'string' && wkt !== '') return { WKT: wkt };
    throw unexpectedValueFault(path, 'a transformation ID, or an object with wkid or wkt', json);
  },
};
