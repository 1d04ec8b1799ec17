import proj4 from 'proj4';
import { findSystemDatum, getDatumTable } from '../../geometry/datums.ts';
import type { ProjectionRow, ProjectionTable } from '../../geometry/projection-table.ts';
import {
  formatAuthorityCode,
  lastEpsg,
  type Projection,
  type ReferenceDefinition,
} from '../../geometry/reference-definitions.ts';
import {
  getDatum,
  getDefinition,
  getWkid,
  missingReference,
  type SpatialReference,
} from '../../geometry/spatial-reference.ts';

/** Esri's names of a CRS, its geographic base, its datum and its ellipsoid, as far as they are known. */
export interface EsriNames {
  readonly system?: string;
  readonly geographic?: string;
  readonly datum?: string;
  /** Name, semi-major axis in meters, and inverse flattening (0 for a sphere). */
  readonly ellipsoid?: readonly [name: string, semiMajorM: number, inverseFlattening: number];
}

interface ProjectionValues extends Projection {
  readonly lat2?: number;
  readonly k0?: number;
  readonly y0?: number;
  readonly zone?: number;
  readonly utmSouth?: boolean;
}

/** A parameter: Esri's name, its value, and OGC's name if it isn't Esri's in lower case (empty to leave it out). */
type Parameter = readonly [name: string, value: (projection: ProjectionValues) => number, ogc?: string];
/** A projection: Esri's name, OGC's name (undefined if it isn't written as OGC WKT), and the parameters. */
type Method = readonly [esri: string, ogc: string | undefined, ...Parameter[]];

const toDegrees = (radians: number | undefined): number => Number((((radians ?? 0) * 180) / Math.PI).toPrecision(15));

const falseOriginParameters: readonly Parameter[] = [
  ['False_Easting', ({ x0 = 0, to_meter = 1 }) => Number((x0 / to_meter).toPrecision(13))],
  ['False_Northing', ({ y0 = 0, to_meter = 1 }) => Number((y0 / to_meter).toPrecision(13))],
];
const central: Parameter = ['Central_Meridian', ({ long0 }) => toDegrees(long0)];
const origin: Parameter = ['Latitude_Of_Origin', ({ lat0 }) => toDegrees(lat0)];
const factor: Parameter = ['Scale_Factor', ({ k0 }) => k0 ?? 1];
const first: Parameter = ['Standard_Parallel_1', ({ lat1 }) => toDegrees(lat1)];
const second: Parameter = ['Standard_Parallel_2', ({ lat2, lat1 }) => toDegrees(lat2 ?? lat1)];
const trueScale: Parameter = ['Standard_Parallel_1', ({ lat_ts }) => toDegrees(lat_ts)];
const centers: readonly Parameter[] = [
  [...central.slice(0, 2), 'longitude_of_center'] as unknown as Parameter,
  [...origin.slice(0, 2), 'latitude_of_center'] as unknown as Parameter,
];
const constant = (name: string, value: number): Parameter => [name, () => value];
const oblique: readonly Parameter[] = [
  ['Longitude_Of_Center', central[1]],
  ['Latitude_Of_Center', origin[1]],
];

/** Projections by their names in proj4; undefined for parameters that can't be written. */
const methods: Readonly<Record<string, (projection: ProjectionValues) => Method | undefined>> = {
  tmerc: () => ['Transverse_Mercator', 'Transverse_Mercator', central, factor, origin],
  lcc: ({ lat0 = 0, lat1 = 0, lat2 = lat1, k0 = 1 }) => {
    const esri = 'Lambert_Conformal_Conic';
    if (k0 === 1) return [esri, `${esri}_2SP`, central, first, second, origin];
    const hasOneParallel = Math.abs(lat1 - lat2) < 1e-12;
    if (!hasOneParallel) return [esri, undefined, central, first, second, factor, origin];
    return [
      esri,
      Math.abs(lat0 - lat1) < 1e-12 ? `${esri}_1SP` : undefined,
      central,
      [first[0], first[1], ''],
      factor,
      origin,
    ];
  },
  aea: () => ['Albers', 'Albers_Conic_Equal_Area', centers[0]!, first, second, centers[1]!],
  laea: () => ['Lambert_Azimuthal_Equal_Area', 'Lambert_Azimuthal_Equal_Area', ...centers],
  merc: ({ lat_ts }) => ['Mercator', undefined, central, lat_ts ? trueScale : scaleParallel],
  sterea: () => ['Double_Stereographic', undefined, central, factor, origin],
  stere: ({ lat0 = 0, lat_ts, k0 = 1 }) => {
    if (Math.abs(Math.abs(lat0) - Math.PI / 2) > 1e-10) return ['Stereographic', undefined, central, factor, origin];
    const esri = `Stereographic_${lat0 > 0 ? 'North' : 'South'}_Pole`;
    if (lat_ts === undefined && k0 !== 1) return undefined;
    return [esri, undefined, central, ['Standard_Parallel_1', () => toDegrees(lat_ts ?? lat0)]];
  },
  somerc: () => ['Hotine_Oblique_Mercator_Azimuth_Center', undefined, factor, constant('Azimuth', 90), ...oblique],
  krovak: () => [
    ...(['Krovak', undefined] as const),
    ...[constant('Pseudo_Standard_Parallel_1', 78.5), factor, constant('Azimuth', 30.28813975277778), ...oblique],
    ...[constant('X_Scale', -1), constant('Y_Scale', 1), constant('XY_Plane_Rotation', 90)],
  ],
  cass: () => ['Cassini', undefined, central, constant('Scale_Factor', 1), origin],
  aeqd: () => ['Azimuthal_Equidistant', undefined, central, origin],
  eqc: ({ lat0 = 0 }) => (lat0 === 0 ? ['Equidistant_Cylindrical', undefined, central, trueScale] : undefined),
  cea: () => ['Cylindrical_Equal_Area', undefined, central, trueScale],
  poly: () => ['Polyconic', undefined, central, origin],
  eqdc: () => ['Equidistant_Conic', undefined, central, first, second, origin],
  sinu: () => ['Sinusoidal', undefined, central],
  moll: () => ['Mollweide', undefined, central],
  robin: () => ['Robinson', undefined, central],
  eqearth: () => ['Equal_Earth', undefined, central],
};

/** Standard parallel of a Mercator projection with a scale factor. */
const scaleParallel: Parameter = [
  'Standard_Parallel_1',
  ({ k0 = 1, es }) => toDegrees(k0 < 1 ? Math.asin(Math.sqrt((1 - k0 ** 2) / (1 - es * k0 ** 2))) : 0),
];

/** Esri's names of linear units, by their length in meters. */
const units: readonly (readonly [metres: number, name: string])[] = [
  [1, 'Meter'],
  [0.3048, 'Foot'],
  [0.3048006096012192, 'Foot_US'],
  [1.0000135965, 'Meter_German'],
  [0.3047972654, 'Foot_Clarke'],
  [0.3047997101815088, 'Foot_Gold_Coast'],
  [0.3047994715386762, 'Foot_Sears'],
  [0.9143917962, 'Yard_Clarke'],
  [0.9143984146160287, 'Yard_Sears'],
  [0.9143985307444408, 'Yard_Indian'],
  [0.201166195164, 'Link_Clarke'],
  [0.201168, 'Link'],
  [20.1168, 'Chain'],
  [20.116765121552632, 'Chain_Sears'],
  [20.116782494375872, 'Chain_Benoit_1895_B'],
  [20.116756, 'Chain_Sears_1922_Truncated'],
  [1000, 'Kilometer'],
];

const worldDatum = 'DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]';
const degrees = 'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]';

/**
 * Write a CRS as OGC WKT (01-009): the WKT that came with the data, or WKT made from the definition.
 *
 * @returns undefined for an unknown CRS and for unsupported projections
 */
function formatReference(reference: SpatialReference | undefined): string | undefined {
  if (reference?.WKT) return reference.WKT;
  const wkid = getWkid(reference);
  if (wkid === undefined || missingReference(reference) !== undefined) return undefined;
  const id = `AUTHORITY["${wkid > lastEpsg ? 'ESRI' : 'EPSG'}","${wkid}"]`;
  if (wkid === 4326) return `GEOGCS["WGS 84",${worldDatum},${degrees},${id}]`;
  if (wkid === 3857)
    return `PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",${worldDatum},${degrees}],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"],${id}]`;
  const resolved = resolveSystem(getDefinition(reference)!);
  if (!resolved) return undefined;
  const geographic = makeGeographic(resolved.projection);
  if (!resolved.method) return geographic(formatAuthorityCode(wkid), `,${id}`);
  const [, name, ...parameters] = resolved.method;
  if (name === undefined) return undefined;
  const values = [...parameters, ...falseOriginParameters]
    .map(([esri, value, ogc = esri.toLowerCase()]) => ogc && `PARAMETER["${ogc}",${value(resolved.projection)}]`)
    .filter(Boolean);
  const { to_meter = 1 } = resolved.projection;
  const unit = to_meter === 1 ? 'UNIT["metre",1]' : `UNIT["unit",${to_meter}]`;
  return `PROJCS["${formatAuthorityCode(wkid)}",${geographic('base', '')},PROJECTION["${name}"],${values.join()},${unit},${id}]`;
}

/**
 * Add the WKT for a file to a spatial reference. The writers of formats use it unchanged.
 *
 * @param names for shapefiles, which need Esri WKT; other formats need OGC WKT
 * @returns undefined if the CRS can't be expressed: unlike other formats, shapefiles can't use the code instead
 */
export function withText(reference: SpatialReference | undefined, names?: EsriNames): SpatialReference | undefined {
  if (!reference || reference.type === 'UnknownCoordinateSystem') return undefined;
  const WKT = names ? esriText(reference, names) : formatReference(reference);
  if (WKT !== undefined) return { ...reference, WKT };
  return !names && getWkid(reference) !== undefined ? reference : undefined;
}

/**
 * Find Esri's names of a CRS. The names of its datum need the table of datums (`readDatums`).
 *
 * A .prj file has no heights, so a CRS with heights gets the names of the CRS without heights.
 */
export function findEsriNames(table: ProjectionTable, reference: SpatialReference): EsriNames {
  const tableRow = table.get(getWkid(reference) ?? 0);
  const level = tableRow?.[1].split(' + ')[0];
  const isLevel = ([wkid, name]: ProjectionRow) => name === level && findSystemDatum(wkid) !== undefined;
  const row = tableRow && (isLevel(tableRow) ? tableRow : ([...table.values()].find(isLevel) ?? tableRow));
  const datum = getDatumTable()?.datums.get((row ? findSystemDatum(row[0]) : getDatum(reference)) ?? 0);
  const base = datum && table.get(datum[1]);
  const getEsriName = ([, name, , , esri]: ProjectionRow): string => esri ?? plain(name);
  return {
    system: row && getEsriName(row),
    geographic: base && getEsriName(base),
    ...(datum ? { datum: datum[5], ellipsoid: [datum[6], datum[2], datum[3]] } : {}),
  };
}

/**
 * Write a CRS as Esri WKT for .prj files: Esri's names, no shift to WGS 84, and no code, which Esri's reader refuses.
 *
 * @param names from the tables; missing names are derived from the WKT of the data or from the code
 * @returns undefined for an unknown CRS and for unsupported projections
 */
function esriText(reference: SpatialReference | undefined, names: EsriNames): string | undefined {
  const { WKT: text = '' } = reference ?? {};
  if (
    /^\s*(?:PROJ|GEOG)CS\s*\[.*\bDATUM\s*\[\s*"D_/is.test(text) &&
    !/\b(?:TOWGS84|AUTHORITY|EXTENSION|AXIS)\s*\[/i.test(text)
  )
    return text;
  const wkid = getWkid(reference);
  if (!reference || missingReference(reference) !== undefined) return undefined;
  const definition = getDefinition(reference);
  const resolved = definition && resolveSystem(definition);
  if (!resolved) return undefined;
  const { projection, method } = resolved;
  const isWeb = wkid === 3857;
  const isWorld = isWeb || /^wgs84$/i.test(projection.datumCode ?? '');
  const readName = (kinds: RegExp): string => (isWorld ? 'WGS_1984' : plain(kinds.exec(text)?.[1] ?? 'Unknown'));
  const addPrefix = (prefix: string, name: string): string => (name.startsWith(prefix) ? name : prefix + name);
  const baseName = names.geographic ?? readName(/\b(?:BASEGEOGCRS|GEOGCS|GEOGCRS)\s*\[\s*"([^"]+)"/i);
  const geographicName = addPrefix('GCS_', method ? baseName : (names.system ?? baseName));
  const datum = addPrefix('D_', names.datum ?? readName(/\b(?:DATUM|ENSEMBLE)\s*\[\s*"([^"]+)"/i));
  const [a, rf] = isWeb ? [6378137, 298.257223563] : [projection.a, computeInverseFlattening(projection)];
  const namedEllipsoid = names.ellipsoid;
  const isSame = namedEllipsoid && Math.abs(namedEllipsoid[1] - a) < 0.01 && Math.abs(namedEllipsoid[2] - rf) < 1e-4;
  const [ellipsoid, ...axes] = isSame
    ? namedEllipsoid
    : [readName(/\b(?:SPHEROID|ELLIPSOID)\s*\[\s*"([^"]+)"/i), a, rf];
  const geographic = `GEOGCS["${geographicName}",DATUM["${datum}",SPHEROID["${ellipsoid}",${axes.map(real)}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
  if (!method) return geographic;
  const title =
    /^\s*\w+\s*\[\s*"([^"]+)"/.exec(text)?.[1] ?? (wkid === undefined ? 'Unnamed' : formatAuthorityCode(wkid));
  const system = names.system ?? plain(title);
  const [name, , ...parameters] = isWeb ? webMercator : method;
  const isGauss = name === 'Transverse_Mercator' && /Gauss|_GK_/i.test(system);
  const values = [...falseOriginParameters, ...parameters].map(
    ([label, value]) => `PARAMETER["${label}",${real(value(projection))}]`,
  );
  const { to_meter: meters = 1 } = projection;
  const unit = units.find(([unitMeters]) => Math.abs(unitMeters / meters - 1) < 1e-10)?.[1] ?? 'User_Defined_Unit';
  return `PROJCS["${system}",${geographic},PROJECTION["${isGauss ? 'Gauss_Kruger' : name}"],${values.join()},UNIT["${unit}",${real(meters)}]]`;
}

const webMercator: Method = [
  ...(['Mercator_Auxiliary_Sphere', undefined, central] as const),
  ...[constant('Standard_Parallel_1', 0), constant('Auxiliary_Sphere_Type', 0)],
];

/** Replace punctuation and blanks in a name, like Esri does in its names. */
const plain = (name: string): string => name.replace(/[^A-Za-z0-9+-]+/g, '_').replace(/^_|_$/g, '');

const real = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** Return the parameters of a CRS and, unless it is geographic, its projection; undefined if it can't be written. */
function resolveSystem({
  projection: inputProjection,
  isGeographic,
}: ReferenceDefinition): { readonly projection: ProjectionValues; readonly method?: Method } | undefined {
  const projection = expandZone(inputProjection as ProjectionValues);
  // Axes to the west or south, and prime meridians other than Greenwich, can't be written.
  if (projection.from_greenwich || (projection.axis ?? 'enu') !== 'enu') return undefined;
  if (isGeographic) return { projection };
  const { projections } = proj4.Proj as unknown as { projections: { get(name: string): unknown } };
  const implementation = projections.get(projection.projName);
  const key = Object.keys(methods).find(
    (name) => name === projection.projName || (implementation && projections.get(name) === implementation),
  );
  const method = key && methods[key]!(projection);
  return method ? { projection, method } : undefined;
}

/** Convert a UTM zone to the parameters of its Transverse Mercator projection. */
function expandZone(projection: ProjectionValues): ProjectionValues {
  if (projection.projName !== 'utm' || !projection.zone) return projection;
  const long0 = ((6 * projection.zone - 183) * Math.PI) / 180;
  const zone = { lat0: 0, long0, k0: 0.9996, x0: 500_000, y0: projection.utmSouth ? 1e7 : 0 };
  return { ...projection, ...zone, projName: 'tmerc' };
}

const computeInverseFlattening = ({ es }: Projection): number =>
  es > 0 ? Number((1 / (1 - Math.sqrt(1 - es))).toFixed(9)) : 0;

function makeGeographic(projection: ProjectionValues) {
  const { a, datumCode, datum_params } = projection;
  const shift = datum_params?.map(Number) ?? [];
  // Only plain shifts are written: proj4 stores rotations in radians and the scale as a factor.
  const shifted = shift.length === 3 ? `,TOWGS84[${shift.join()},0,0,0,0]` : '';
  const datum = /^wgs84$/i.test(datumCode ?? '')
    ? worldDatum
    : `DATUM["unknown",SPHEROID["ellipsoid",${a},${computeInverseFlattening(projection)}]${shifted}]`;
  return (name: string, end: string) => `GEOGCS["${name}",${datum},${degrees}${end}]`;
}
