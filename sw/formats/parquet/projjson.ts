type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json => Object(value) as Json;
const quoteText = (value: unknown): string => `"${String(value ?? 'unknown').replaceAll('"', '""')}"`;
const number = (value: unknown): number => (typeof value === 'number' ? value : Number(object(value).value));

/**
 * Return the code of PROJJSON, like `EPSG:25832`; undefined if it has none. For a CRS with heights, return the code of
 * its horizontal part.
 */
export function readProjjsonName(crs: object): string | undefined {
  const flat = findHorizontalCrs(crs as Json);
  const id = object(flat.id ?? (Array.isArray(flat.ids) ? flat.ids[0] : undefined));
  return id.authority === undefined || id.code === undefined ? undefined : `${id.authority}:${id.code}`;
}

/**
 * Write PROJJSON as WKT (ISO 19162), as far as a projected or geographic CRS needs it.
 *
 * @returns undefined for other kinds of CRS
 */
export function projjsonToWkt(crs: object): string | undefined {
  const flat = findHorizontalCrs(crs as Json);
  if (flat.type === 'ProjectedCRS') {
    const { method, parameters, name } = object(flat.conversion);
    const list = Array.isArray(parameters) ? parameters.map(object) : [];
    const parameterTexts = list.map(
      (parameter) => `PARAMETER[${quoteText(parameter.name)},${number(parameter.value)},${unit(parameter.unit)}]`,
    );
    const steps = [`METHOD[${quoteText(object(method).name)}]`, ...parameterTexts].join();
    const base = geographic(object(flat.base_crs), 'BASEGEOGCRS');
    return `PROJCRS[${quoteText(flat.name)},${base},CONVERSION[${quoteText(name)},${steps}],${axes(flat, 'Cartesian')}]`;
  }
  if (flat.type === 'GeographicCRS' || flat.type === 'GeodeticCRS')
    return geographic(flat, 'GEOGCRS', axes(flat, 'ellipsoidal'));
  return undefined;
}

/** Return the horizontal part of a compound CRS, or the source of a bound CRS. */
function findHorizontalCrs(crs: Json, depth = 0): Json {
  if (depth > 4) return crs;
  if (crs.type === 'CompoundCRS' && Array.isArray(crs.components))
    return findHorizontalCrs(object(crs.components[0]), depth + 1);
  return crs.type === 'BoundCRS' ? findHorizontalCrs(object(crs.source_crs), depth + 1) : crs;
}

function geographic(crs: Json, keyword: string, more?: string): string {
  const datum = object(crs.datum ?? crs.datum_ensemble);
  const ellipsoid = object(datum.ellipsoid);
  const a = number(ellipsoid.semi_major_axis);
  const b = number(ellipsoid.semi_minor_axis);
  // 0 for a sphere, as in the standard.
  const flattening = ellipsoid.inverse_flattening ?? (Number.isFinite(b) && b !== a ? a / (a - b) : 0);
  const shape = `ELLIPSOID[${quoteText(ellipsoid.name)},${a || number(ellipsoid.radius)},${number(flattening)},LENGTHUNIT["metre",1]]`;
  const meridian = object(datum.prime_meridian);
  const prime =
    meridian.name === undefined
      ? []
      : [`PRIMEM[${quoteText(meridian.name)},${number(meridian.longitude)},${unit('degree')}]`];
  return `${keyword}[${[quoteText(crs.name), `DATUM[${quoteText(datum.name)},${shape}]`, ...prime, ...(more ? [more] : [])].join()}]`;
}

function axes(crs: Json, kind: string): string {
  const { axis } = object(crs.coordinate_system);
  const list = Array.isArray(axis) ? axis.map(object) : [];
  const axisTexts = list.map((item) => `AXIS[${quoteText(item.name)},${item.direction}]`);
  return [
    `CS[${kind},${list.length}]`,
    ...axisTexts,
    unit(list[0]?.unit ?? (kind === 'Cartesian' ? 'metre' : 'degree')),
  ].join();
}

const named: Readonly<Record<string, string>> = {
  metre: 'LENGTHUNIT["metre",1]',
  degree: 'ANGLEUNIT["degree",0.0174532925199433]',
  unity: 'SCALEUNIT["unity",1]',
};

function unit(value: unknown): string {
  if (typeof value === 'string') return named[value] ?? named.unity!;
  const { type, name, conversion_factor: factor } = object(value);
  const keyword = { LinearUnit: 'LENGTHUNIT', AngularUnit: 'ANGLEUNIT' }[String(type)] ?? 'SCALEUNIT';
  return `${keyword}[${quoteText(name)},${number(factor ?? 1)}]`;
}
