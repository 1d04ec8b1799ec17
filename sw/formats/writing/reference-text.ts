import { codeOf, lastEpsg, type Projection } from '../../geometry/reference-definitions.ts';
import { definitionOf, missingReference, type SpatialReference, wkidOf } from '../../geometry/spatial-reference.ts';

const degreesOf = (radians: number | undefined): number => Number((((radians ?? 0) * 180) / Math.PI).toFixed(12));

/** Names of parameters in well-known text, and where they are in a definition. */
type Parameter = readonly [name: string, value: (projection: ProjectionValues) => number];
interface ProjectionValues extends Projection {
  readonly lat1?: number;
  readonly lat2?: number;
  readonly lat_ts?: number;
  readonly k0?: number;
  readonly x0?: number;
  readonly y0?: number;
  readonly zone?: number;
  readonly utmSouth?: boolean;
}

const central: Parameter = ['central_meridian', ({ long0 }) => degreesOf(long0)];
const origin: Parameter = ['latitude_of_origin', ({ lat0 }) => degreesOf(lat0)];
const factor: Parameter = ['scale_factor', ({ k0 }) => k0 ?? 1];
const moved: readonly Parameter[] = [
  ['false_easting', ({ x0 = 0, to_meter = 1 }) => x0 / to_meter],
  ['false_northing', ({ y0 = 0, to_meter = 1 }) => y0 / to_meter],
];
const parallels: readonly Parameter[] = [
  ['standard_parallel_1', ({ lat1 }) => degreesOf(lat1)],
  ['standard_parallel_2', ({ lat2, lat1 }) => degreesOf(lat2 ?? lat1)],
];

/** Projections that are written as text; by the names of the projection library. */
const methods: Readonly<Record<string, readonly [name: string, ...Parameter[]]>> = {
  tmerc: ['Transverse_Mercator', origin, central, factor, ...moved],
  lcc: ['Lambert_Conformal_Conic_2SP', ...parallels, origin, central, ...moved],
  aea: [
    'Albers_Conic_Equal_Area',
    ...parallels,
    ['latitude_of_center', origin[1]],
    ['longitude_of_center', central[1]],
    ...moved,
  ],
  laea: [
    'Lambert_Azimuthal_Equal_Area',
    ['latitude_of_center', origin[1]],
    ['longitude_of_center', central[1]],
    ...moved,
  ],
};

const worldDatum = 'DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]';
const degrees = 'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]';

/**
 * Say a coordinate system in well-known text (OGC 01-009), as a .prj file has it: the text that came with the data, or one made of
 * the definition.
 *
 * @returns undefined for an unknown system, and for projections that are not written
 */
export function textOfReference(reference: SpatialReference | undefined): string | undefined {
  if (reference?.WKT) return reference.WKT;
  const wkid = wkidOf(reference);
  if (wkid === undefined || missingReference(reference) !== undefined) return undefined;
  const id = `AUTHORITY["${wkid > lastEpsg ? 'ESRI' : 'EPSG'}","${wkid}"]`;
  if (wkid === 4326) return `GEOGCS["WGS 84",${worldDatum},${degrees},${id}]`;
  if (wkid === 3857)
    return `PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",${worldDatum},${degrees}],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"],${id}]`;
  const definition = definitionOf(reference)!;
  const projection = zoned(definition.projection as ProjectionValues);
  const geographic = geographicOf(projection);
  if (!geographic) return undefined;
  if (definition.isGeographic) return geographic(codeOf(wkid), `,${id}`);
  const method = Object.hasOwn(methods, projection.projName) ? methods[projection.projName] : undefined;
  if (!method) return undefined;
  const [name, ...parameters] = method;
  const values = parameters.map(([label, value]) => `PARAMETER["${label}",${value(projection)}]`);
  const unit =
    projection.to_meter && projection.to_meter !== 1 ? `UNIT["unit",${projection.to_meter}]` : 'UNIT["metre",1]';
  return `PROJCS["${codeOf(wkid)}",${geographic('base', '')},PROJECTION["${name}"],${values.join()},${unit},${id}]`;
}

/** A zone of UTM in the numbers of its projection. */
function zoned(projection: ProjectionValues): ProjectionValues {
  if (projection.projName !== 'utm' || !projection.zone) return projection;
  const long0 = ((6 * projection.zone - 183) * Math.PI) / 180;
  return {
    ...projection,
    projName: 'tmerc',
    lat0: 0,
    long0,
    k0: 0.9996,
    x0: 500_000,
    y0: projection.utmSouth ? 1e7 : 0,
  };
}

/** @returns undefined for a prime meridian other than Greenwich */
function geographicOf({ a, es, from_greenwich, datumCode, datum_params }: ProjectionValues) {
  if (from_greenwich) return undefined;
  const flattening = es > 0 ? 1 / (1 - Math.sqrt(1 - es)) : 0;
  const shift = datum_params?.map(Number) ?? [];
  // The library holds turns in radians and the scale as a factor; plain shifts are as they are written.
  const shifted = shift.length === 3 ? `,TOWGS84[${shift.join()},0,0,0,0]` : '';
  const datum = /^wgs84$/i.test(datumCode ?? '')
    ? worldDatum
    : `DATUM["unknown",SPHEROID["ellipsoid",${a},${Number(flattening.toFixed(9))}]${shifted}]`;
  return (name: string, end: string) => `GEOGCS["${name}",${datum},${degrees}${end}]`;
}
