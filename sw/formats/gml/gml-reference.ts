import type { Value } from '../../contract/index.ts';
import { isNorthingFirst } from '../../geometry/northing-first.ts';
import { readReferenceName } from '../../geometry/reference-name.ts';
import { fromWkid } from '../reading/spatial-reference.ts';

/** A CRS and the order of its coordinates. */
export interface GmlReference {
  /** Undefined for an unknown name. */
  readonly reference?: Value<'SpatialReference'>;
  /** Whether positions begin with the latitude or northing. */
  readonly isSwapped: boolean;
  /** Whether the name has a short or old form, like `EPSG:4326`. */
  readonly isShort?: boolean;
  /** Numbers per position if nothing else declares it. */
  readonly dimension: 2 | 3;
}

/** Names of the German surveys, whose coordinates are always easting, northing. */
const german: readonly (readonly [form: RegExp, wkid: (digits: number) => number])[] = [
  [/^urn:adv:crs:ETRS89_UTM(3[1-3])(?:\*|$)/i, (zone) => 25_800 + zone],
  [/^urn:adv:crs:DE_DHDN_3GK([2-5])(?:\*|$)/i, (zone) => 31_464 + zone],
];
/** Geographic CRSs of EPSG with a height. */
const threeDimensional = new Set([4327, 4329, 4937, 4979, 7843]);

/**
 * Read an `srsName`. Its form determines the order of coordinates. URNs and URLs of the OGC have the order of the
 * registry. Short and old forms (`EPSG:4326`, `http://www.opengis.net/gml/srs/epsg.xml#4326`) have the easting first.
 * For a compound CRS, the horizontal CRS is returned.
 */
export function gmlReference(srsName: string): GmlReference {
  const name = srsName.trim();
  let reference = referencesByName.get(name);
  if (!reference) {
    reference = readName(name);
    if (referencesByName.size < maxCachedReferences) referencesByName.set(name, reference);
  }
  return reference;
}

/** Cache of names, because every geometry of a file may have one. */
const referencesByName = new Map<string, GmlReference>();
const maxCachedReferences = 100;

function readName(name: string): GmlReference {
  for (const [form, toWkid] of german) {
    const match = form.exec(name);
    if (match) return { reference: fromWkid(toWkid(Number(match[1]))), isSwapped: false, dimension: 2 };
  }
  const read = readReferenceName(name);
  const code = read?.code ?? Number(/^(?:.*#)?(\d{4,6})$/.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(code)) return { isSwapped: false, dimension: 2 };
  const reference = fromWkid(code);
  if (!read?.isOfRegistry) return { reference, isShort: true, isSwapped: false, dimension: 2 };
  const dimension = read.hasHeight || threeDimensional.has(code) ? 3 : 2;
  return { reference, isSwapped: read.registry === 'EPSG' && isReferenceNorthingFirst(reference), dimension };
}

/** Check whether the registry lists the northing or latitude of a CRS first. */
export const isReferenceNorthingFirst = ({ type, WKID }: Value<'SpatialReference'>): boolean =>
  isNorthingFirst(WKID!, type === 'GeographicCoordinateSystem');
