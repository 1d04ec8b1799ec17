/** Parsed name of a CRS. */
interface ReferenceName {
  readonly registry: 'EPSG' | 'ESRI' | 'OGC';
  /** Code in the registry; CRSs of the OGC have the EPSG code, but with axes exchanged. */
  readonly code: number;
  /**
   * Whether the name implies the axis order of the registry, like URNs and URLs. Short names have the easting first.
   */
  readonly isOfRegistry: boolean;
  /** Whether it's a URL in a form older than the rules for URNs and URLs: the easting always comes first. */
  readonly isOfOldForm: boolean;
  /** Whether it has a height. A compound CRS is identified by its horizontal part. */
  readonly hasHeight: boolean;
}

const maxNameLength = 300;
const address = String.raw`https?:\/\/(?:www\.)?opengis\.net\/def\/crs`;
const urn = 'urn:(?:x-)?(?:ogc|opengis):(?:def:)?crs';
const compounds: readonly RegExp[] = [
  new RegExp(`^(${urn}),crs:([^,]+)(,crs:.*)?`, 'i'),
  new RegExp(String.raw`^(${address})-compound\?1=${address}\/([^&]+)(&2=.*)?$`, 'i'),
];
const registryName = new RegExp(
  String.raw`^\[?(?:(?:${urn}:|${address}\/))(EPSG|ESRI)[:/](?:[\d.]*[:/])?(\d{4,6})\/?$`,
  'i',
);
/** Short names, and URLs that were used before those of the OGC. */
const shortName =
  /^\[?(?:(EPSG|ESRI):+|https?:\/\/[\w.]+\/gml\/srs\/(epsg)\.xml#|https?:\/\/(?:www\.)?spatialreference\.org\/ref\/(epsg|esri)\/)(\d{4,6})\/?\]?$/i;
const ogcName = new RegExp(
  String.raw`^\[?(?:CRS:?|OGC:(?:CRS)?|${urn}:OGC:[\d.]*:(?:CRS)?|${address}\/OGC\/[\d.]+\/CRS)(84|83|27)(h?)\]?$`,
  'i',
);
/** WGS 84, NAD83 and NAD27. */
const ogcCodes: Readonly<Record<string, number>> = { 84: 4326, 83: 4269, 27: 4267 };

/**
 * Read the name of a CRS in any spelling of the standards: `EPSG:25832`, `urn:ogc:def:crs:EPSG:6.9:25832`,
 * `urn:x-ogc:def:crs:EPSG:25832`, `http://www.opengis.net/def/crs/EPSG/0/25832`,
 * `http://www.opengis.net/gml/srs/epsg.xml#25832`, `CRS:84`, compound CRSs and others.
 *
 * @returns undefined for other text
 * @see OGC 07-092r3 (URNs), 09-048r5 (URLs), 06-042 annex B (CRS:84)
 */
export function readReferenceName(text: string): ReferenceName | undefined {
  const name = text.trim().slice(0, maxNameLength);
  for (const compound of compounds) {
    const [, head, first, height] = compound.exec(name) ?? [];
    const horizontal = first && readReferenceName(`${head}${first.includes('/') ? '/' : ':'}${first}`);
    if (horizontal) return { ...horizontal, hasHeight: horizontal.hasHeight || height !== undefined };
  }
  const ogc = ogcName.exec(name);
  if (ogc)
    return {
      registry: 'OGC',
      code: ogcCodes[ogc[1]!]!,
      isOfRegistry: true,
      isOfOldForm: false,
      hasHeight: ogc[2] !== '',
    };
  const uri = registryName.exec(name);
  const [, ...parts] = uri ?? shortName.exec(name) ?? [];
  const digits = parts.pop();
  if (digits === undefined) return undefined;
  const registry = parts.find((part) => part !== undefined)!.toUpperCase() as ReferenceName['registry'];
  const isOfOldForm = /^http/i.test(name) && uri === null;
  return { registry, code: Number(digits), isOfRegistry: uri !== null, isOfOldForm, hasHeight: false };
}
