/** What the name of a coordinate system says. */
interface ReferenceName {
  readonly registry: 'EPSG' | 'ESRI' | 'OGC';
  /** Number in the registry; the systems of the OGC have that of EPSG with the axes exchanged. */
  readonly code: number;
  /** The form says that coordinates are in the order of the registry: URNs and addresses. Short names have the easting first. */
  readonly isOfRegistry: boolean;
  /** An address of the time before that order: the easting comes first wherever it is used. */
  readonly isOfOldForm: boolean;
  /** It has a height: of a compound system, the horizontal one is named. */
  readonly hasHeight: boolean;
}

const longestName = 300;
const address = String.raw`https?:\/\/(?:www\.)?opengis\.net\/def\/crs`;
const urn = 'urn:(?:x-)?(?:ogc|opengis):(?:def:)?crs';
const compounds: readonly RegExp[] = [
  new RegExp(`^(${urn}),crs:([^,]+)(,crs:.*)?`, 'i'),
  new RegExp(String.raw`^(${address})-compound\?1=${address}\/([^&]+)(&2=.*)?$`, 'i'),
];
const ofRegistry = new RegExp(
  String.raw`^\[?(?:(?:${urn}:|${address}\/))(EPSG|ESRI)[:/](?:[\d.]*[:/])?(\d{4,6})\/?$`,
  'i',
);
/** Short, or of one of the addresses that were in use before those of the OGC. */
const short =
  /^\[?(?:(EPSG|ESRI):+|https?:\/\/[\w.]+\/gml\/srs\/(epsg)\.xml#|https?:\/\/(?:www\.)?spatialreference\.org\/ref\/(epsg|esri)\/)(\d{4,6})\/?\]?$/i;
const ofOgc = new RegExp(
  String.raw`^\[?(?:CRS:?|OGC:(?:CRS)?|${urn}:OGC:[\d.]*:(?:CRS)?|${address}\/OGC\/[\d.]+\/CRS)(84|83|27)(h?)\]?$`,
  'i',
);
/** WGS 84, NAD83 and NAD27. */
const codesOfOgc: Readonly<Record<string, number>> = { 84: 4326, 83: 4269, 27: 4267 };

/**
 * Read the name of a coordinate system in any spelling of the standards: `EPSG:25832`, `urn:ogc:def:crs:EPSG:6.9:25832`,
 * `urn:x-ogc:def:crs:EPSG:25832`, `http://www.opengis.net/def/crs/EPSG/0/25832`, `http://www.opengis.net/gml/srs/epsg.xml#25832`,
 * `CRS:84`, compound systems and others.
 *
 * @returns undefined when it is none of them
 * @see OGC 07-092r3 (URNs), 09-048r5 (addresses), 06-042 annex B (CRS:84)
 */
export function readReferenceName(text: string): ReferenceName | undefined {
  const name = text.trim().slice(0, longestName);
  for (const compound of compounds) {
    const [, head, first, height] = compound.exec(name) ?? [];
    const horizontal = first && readReferenceName(`${head}${first.includes('/') ? '/' : ':'}${first}`);
    if (horizontal) return { ...horizontal, hasHeight: horizontal.hasHeight || height !== undefined };
  }
  const ogc = ofOgc.exec(name);
  if (ogc)
    return {
      registry: 'OGC',
      code: codesOfOgc[ogc[1]!]!,
      isOfRegistry: true,
      isOfOldForm: false,
      hasHeight: ogc[2] !== '',
    };
  const uri = ofRegistry.exec(name);
  const [, ...parts] = uri ?? short.exec(name) ?? [];
  const digits = parts.pop();
  if (digits === undefined) return undefined;
  const registry = parts.find((part) => part !== undefined)!.toUpperCase() as ReferenceName['registry'];
  const isOfOldForm = /^http/i.test(name) && uri === null;
  return { registry, code: Number(digits), isOfRegistry: uri !== null, isOfOldForm, hasHeight: false };
}
