import proj4 from 'proj4';
import { quoteValue, wrongValue } from '../contract/index.ts';

/** The members of the projection library's result that are used; its own types omit most of them. */
export interface Projection {
  readonly projName: string;
  readonly a: number;
  readonly es: number;
  readonly to_meter?: number;
  readonly from_greenwich?: number;
  readonly long0?: number;
  lat0?: number;
  readonly lat1?: number;
  lat_ts?: number;
  readonly standard_parallel_1?: number;
  readonly x0?: number;
  readonly y0?: number;
  readonly init?: () => void;
  forward?: (point: { x: number; y: number }) => { x: number; y: number };
  readonly datumCode?: string;
  readonly datum_params?: readonly (string | number)[];
  /** Accuracy of the datum shift in meters: a parameter of the definitions table, which the library passes through. */
  readonly accuracy?: string;
  /** Directions of x, y and height: `enu`, or west and south (South Africa) or south and west (Krovak). */
  axis?: string;
}

/** CRS as the projection library understands it. */
export interface ReferenceDefinition {
  /** Parsed text; definitions with the same text are equal. */
  readonly text: string;
  readonly projection: Projection;
  readonly isGeographic: boolean;
  /** Meters per coordinate unit; 0 for geographic systems, which use degrees. */
  readonly metersPerUnit: number;
  /** Whether positions may be off by meters after a datum change. */
  readonly isApproximate: boolean;
}

/** Greatest WKID of EPSG; greater WKIDs are Esri's. */
export const lastEpsg = 32_767;

/** Return a WKID with its authority, like `EPSG:25832` or `ESRI:102003`. */
export const formatAuthorityCode = (wkid: number): string => `${wkid > lastEpsg ? 'ESRI' : 'EPSG'}:${wkid}`;

/** Other WKIDs of Web Mercator. Responses repeat the requested WKID, with 3857 as the latest. */
export const mercatorAliases: ReadonlySet<number> = new Set([102100, 102113, 900913, 3785]);

const longlat = '+proj=longlat +no_defs';
const albers = '+proj=aea +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs';
const conic = '+proj=lcc +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs';
const world = '+x_0=0 +y_0=0 +lon_0=0 +datum=WGS84 +units=m +no_defs';
const polar = '+proj=stere +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs';

/** Common CRSs, so that most maps needn't wait for the definitions table. Source: EPSG and Esri codes. */
const texts = new Map<number, string>([
  [4326, `${longlat} +datum=WGS84`],
  [3857, '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs'],
  [4258, `${longlat} +ellps=GRS80 +towgs84=0,0,0`],
  [4269, `${longlat} +ellps=GRS80 +towgs84=0,0,0`],
  [4283, `${longlat} +ellps=GRS80 +towgs84=0,0,0`],
  [7844, `${longlat} +ellps=GRS80 +towgs84=0,0,0`],
  [4267, `${longlat} +datum=NAD27`],
  [3395, `+proj=merc +k=1 ${world}`],
  [4087, `+proj=eqc +lat_ts=0 ${world}`],
  [32662, `+proj=eqc +lat_ts=0 ${world}`],
  [6933, `+proj=cea +lat_ts=30 ${world}`],
  [8857, `+proj=eqearth ${world}`],
  [54008, `+proj=sinu ${world}`],
  [54009, `+proj=moll ${world}`],
  [54030, `+proj=robin ${world}`],
  [3031, `${polar} +lat_0=-90 +lat_ts=-71 +lon_0=0`],
  [3413, `${polar} +lat_0=90 +lat_ts=70 +lon_0=-45`],
  [3995, `${polar} +lat_0=90 +lat_ts=71 +lon_0=0`],
  [32661, '+proj=stere +lat_0=90 +k=0.994 +lon_0=0 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs'],
  [32761, '+proj=stere +lat_0=-90 +k=0.994 +lon_0=0 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs'],
  [3035, '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs'],
  [
    3034,
    '+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  ],
  [
    2154,
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  ],
  [
    2056,
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346 +units=m +no_defs',
  ],
  [
    21781,
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346 +units=m +no_defs',
  ],
  [
    27700,
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +nadgrids=OSTN15_NTv2_OSGBtoETRS.gsb +units=m +no_defs',
  ],
  [
    28992,
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 +units=m +no_defs',
  ],
  [
    2193,
    '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  ],
  [5070, `${albers} +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5`],
  [102003, `${albers} +lat_0=37.5 +lon_0=-96 +lat_1=29.5 +lat_2=45.5`],
  [102008, `${albers} +lat_0=40 +lon_0=-96 +lat_1=20 +lat_2=60`],
  [102004, `${conic} +lat_0=39 +lon_0=-96 +lat_1=33 +lat_2=45`],
  [102009, `${conic} +lat_0=40 +lon_0=-96 +lat_1=20 +lat_2=60`],
  [3577, `${albers} +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36`],
]);

/** Zones with consecutive codes: [first code, last code, zone of the first, rest of the definition]. */
const zones: readonly (readonly [number, number, number, string])[] = [
  [32601, 32660, 1, '+datum=WGS84'],
  [32701, 32760, 1, '+south +datum=WGS84'],
  [25828, 25838, 28, '+ellps=GRS80 +towgs84=0,0,0'],
  [26901, 26923, 1, '+ellps=GRS80 +towgs84=0,0,0'],
];

/**
 * Replacements for datum grids that aren't bundled, in meters, arc seconds and parts per million (position vector).
 * They're published EPSG transformations for a whole country, accurate to a few meters.
 */
const shiftsByGrid: Readonly<Record<string, string>> = {
  'OSTN15_NTv2_OSGBtoETRS.gsb': '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  'BETA2007.gsb': '598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  'NTv2_0.gsb': '-10,158,187',
  'May76v20.gsb': '-10,158,187',
  'nzgd2kgrid0005.gsb': '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993',
};

const parsed = new Map<string, ReferenceDefinition>();
/** Maximum cached definitions, because texts come from requests; the oldest is dropped first. */
const maxParsed = 256;

/** Define a WKID for `getDefinition`. A later definition of the same WKID replaces the earlier definition. */
export function defineReference(wkid: number, proj4Text: string): void {
  texts.set(wkid, proj4Text);
}

/** Return the text that defines a WKID; undefined if it's neither built in nor defined by `defineReference`. */
export function getDefinitionText(wkid: number): string | undefined {
  const text = texts.get(mercatorAliases.has(wkid) ? 3857 : wkid);
  if (text !== undefined) return text;
  const zone = zones.find(([first, last]) => wkid >= first && wkid <= last && Number.isInteger(wkid));
  return zone && `+proj=utm +zone=${zone[2] + wkid - zone[0]} ${zone[3]} +units=m +no_defs`;
}

/**
 * Parse a definition.
 *
 * @param text proj4 text or WKT
 * @param path of the text, for messages
 * @throws {Fault} `bad-spatial-reference` when the text can't be parsed
 */
export function parseDefinition(text: string, path: string): ReferenceDefinition {
  const cached = parsed.get(text);
  if (cached) return cached;
  const grid = /\+nadgrids=("[^"]*"|\S+)/.exec(text)?.[1];
  const definition = interpret(text, grid === '@null' ? undefined : grid, path);
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value!);
  parsed.set(text, definition);
  return definition;
}

function interpret(text: string, grid: string | undefined, path: string): ReferenceDefinition {
  const shift = grid && shiftsByGrid[grid];
  // proj4 would only log that a grid is missing and continue without it.
  let plain = grid ? text.replace(/\+nadgrids=("[^"]*"|\S+)/, shift ? `+towgs84=${shift}` : '') : text;
  plain = plain.replace('+datum=NAD27', '+ellps=clrk66 +towgs84=-8,160,176');
  const projection = parse(plain, path);
  const isGeographic = projection.projName === 'longlat';
  const metersPerUnit = Number(projection.to_meter ?? 1);
  const isNad27 = plain !== text && !grid;
  return {
    text,
    projection,
    isGeographic,
    metersPerUnit: isGeographic ? 0 : metersPerUnit,
    isApproximate: grid !== undefined || isNad27 || isFarOff(projection),
  };
}

/** Check by the name of a projection whether both axes are in degrees of the same length. */
export const isEquidistantCylinder = (projName: string): boolean =>
  /^(equidistant_cylindrical|equirectangular|eqc$)/i.test(projName);

/**
 * Set the parallel of true scale of a cylindrical projection. WKT stores it as the first standard parallel, which the
 * library takes for the latitude of origin.
 */
function fixTrueScale(projection: Projection): void {
  const { projName, lat1, lat0, lat_ts, standard_parallel_1 } = projection;
  const isCylinder = standard_parallel_1 !== undefined && /^(mercator|cea)$/i.test(projName);
  if (lat1 === undefined || lat_ts || (!isCylinder && !isEquidistantCylinder(projName))) return;
  projection.lat_ts = lat1;
  if (lat0 === lat1) projection.lat0 = 0;
  projection.init?.();
}

/** Fix the false origin of a sinusoidal projection, which the library subtracts but doesn't add. */
function fixFalseOrigin(projection: Projection): void {
  const { projName, forward, x0 = 0, y0 = 0 } = projection;
  if (!forward || !/^sinu(soidal)?$/i.test(projName)) return;
  projection.forward = (point) => {
    const { x, y } = forward.call(projection, point);
    return { ...point, x: x + x0, y: y + y0 };
  };
}

const hasShift = ({ datum_params, datumCode, accuracy }: Projection): boolean =>
  Boolean(datum_params) || accuracy !== undefined || datumCode === 'WGS84' || datumCode === 'none';

/** Check for the ellipsoid of the global systems, which differ from WGS 84 by meters at most. */
const isGlobal = ({ a }: Projection): boolean => Math.abs(Number(a) - 6378137) < 0.5;

/**
 * Return how far positions may be off when they're transformed to WGS 84, in meters; 0 for less than 5. Without a known
 * shift, it's 5 for the ellipsoids of the global systems and 2500 for others. The farthest known datum is 2.2 km off
 * (Kusaie 1951).
 */
export function estimateUncertainty({ projection }: ReferenceDefinition): {
  readonly isShifted: boolean;
  readonly meters: number;
} {
  const isShifted = hasShift(projection);
  if (!isShifted) return { isShifted, meters: isGlobal(projection) ? 5 : 2500 };
  const meters = Number(projection.accuracy ?? 0);
  return { isShifted, meters: meters >= reportedFromM ? meters : 0 };
}

/** Minimum error of a datum shift that needs a warning, in meters. */
const reportedFromM = 5;

const isFarOff = (projection: Projection): boolean =>
  Number(projection.accuracy) >= reportedFromM || (!hasShift(projection) && !isGlobal(projection));

function parse(text: string, path: string): Projection {
  try {
    const projection = new proj4.Proj(text) as unknown as Projection;
    // East comes first, whatever the text declares. Only axes to the south and west keep their order.
    if (!/^(ws|sw)/.test(projection.axis ?? '')) projection.axis = 'enu';
    fixTrueScale(projection);
    fixFalseOrigin(projection);
    if (projection.projName && Number.isFinite(projection.a)) return projection;
  } catch {
    // The fault is thrown below, because the library's error has no path.
  }
  const shown = text.length > 80 ? `${text.slice(0, 80)}...` : text;
  throw wrongValue('bad-spatial-reference', path, 'WKT of a supported coordinate system', quoteValue(shown));
}
