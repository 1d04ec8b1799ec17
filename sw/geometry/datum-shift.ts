import { Fault, type Value } from '../contract/index.ts';
import { type Transformation, transformation } from './project.ts';
import { definitionOf, type SpatialReference, sameReference } from './spatial-reference.ts';

/** From a datum to WGS 84: three metres, or also three rotations in seconds (position vector) and parts per million. */
export interface DatumShift {
  /** Semi-major axis of the ellipsoid that is left, in metres: the shift is for systems on it alone. */
  readonly semiMajorM: number;
  readonly parameters: readonly number[];
}

const international = 6378388;
const bessel = 6377397.155;
const clarke1866 = 6378206.4;
const airy = 6377563.396;
const grs80 = 6378137;

/** Shifts that clients name by number. Source: the EPSG data set. */
const shifts = new Map<number, DatumShift>([
  [1133, shift(international, -87, -98, -121)],
  [1134, shift(international, -87, -96, -120)],
  [1311, shift(international, -89.5, -93.8, -123.1, 0, 0, -0.156, 1.2)],
  [1564, shift(international, 59.47, -5.04, 187.44, 0.47, -0.1, 1.024, -4.5993)],
  [1170, shift(clarke1866, -3, 142, 183)],
  [1172, shift(clarke1866, -10, 158, 187)],
  [1173, shift(clarke1866, -8, 160, 176)],
  [1122, shift(6378249.145, -160, -6, -302)],
  [1193, shift(6378249.2, -168, -60, 320)],
  [1195, shift(airy, 375, -111, 431)],
  [1314, shift(airy, 446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489)],
  [1230, shift(bessel, -148, 507, 685)],
  [1618, shift(bessel, 577.326, 90.129, 463.919, 5.137, 1.474, 5.297, 2.4232)],
  [1676, shift(bessel, 674.374, 15.056, 405.346)],
  [1766, shift(bessel, 674.374, 15.056, 405.346)],
  [1777, shift(bessel, 598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7)],
  [1254, shift(6378245, 28, -130, -95)],
  [1864, shift(6378160, -57, 1, -41)],
  [1149, shift(grs80, 0, 0, 0)],
  [1150, shift(grs80, 0, 0, 0)],
  [1188, shift(grs80, 0, 0, 0)],
  [1565, shift(grs80, 0, 0, 0)],
]);

function shift(semiMajorM: number, ...parameters: number[]): DatumShift {
  return { semiMajorM, parameters };
}

/**
 * Find the shift that a request names, by number or by well-known text (GEOGTRAN); undefined when it names none.
 *
 * @throws {Fault} `bad-spatial-reference` for a number that is not known or a text that is no shift to or from WGS 84
 */
export function datumShift(asked: Value<'GeoTransformation'> | undefined, place: string): DatumShift | undefined {
  const { WKID, WKT } = asked ?? {};
  if (WKT) return shiftOfText(WKT, `${place}.WKT`);
  if (!WKID) return undefined;
  const known = shifts.get(WKID);
  if (known) return known;
  const ids = [...shifts.keys()].sort((a, b) => a - b).join(', ');
  throw new Fault('bad-spatial-reference', `${place}.WKID: one of ${ids}, or a WKT, expected, ${WKID} found`);
}

const methods: Readonly<Record<string, 1 | -1>> = {
  geocentric_translation: 1,
  position_vector: 1,
  coordinate_frame: -1,
};
const translations = ['x_axis_translation', 'y_axis_translation', 'z_axis_translation'] as const;
const rotations = ['x_axis_rotation', 'y_axis_rotation', 'z_axis_rotation'] as const;

function shiftOfText(wkt: string, place: string): DatumShift {
  const text = wkt.slice(0, 5000);
  const method = /METHOD\s*\[\s*"([^"]+)"/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const sign = methods[method];
  const spheroids = [...text.matchAll(/SPHEROID\s*\[\s*"([^"]+)"\s*,\s*([\d.]+)/gi)].map(([, name, a]) => ({
    isWgs84: /^WGS[_ ]?(19)?84$/i.test(name!),
    semiMajorM: Number(a),
  }));
  const [from, to] = spheroids;
  if (!/^\s*GEOGTRAN/i.test(text) || !sign || !from || !to || from.isWgs84 === to.isWgs84)
    throw new Fault(
      'bad-spatial-reference',
      `${place}: a GEOGTRAN between WGS 84 and another datum, by Geocentric_Translation, Position_Vector or Coordinate_Frame, expected, "${wkt.slice(0, 60)}" found`,
    );
  const values = new Map(
    [...text.matchAll(/PARAMETER\s*\[\s*"([^"]+)"\s*,\s*([-+\d.eE]+)/gi)].map(([, name, value]) => [
      name!.toLowerCase(),
      Number(value),
    ]),
  );
  // The way back is the same with other signs: what is neglected is far below the accuracy of such shifts.
  const way = to.isWgs84 ? 1 : -1;
  const parameters = [
    ...translations.map((name) => way * (values.get(name) ?? 0)),
    ...rotations.map((name) => way * sign * (values.get(name) ?? 0)),
    way * (values.get('scale_difference') ?? 0),
  ];
  return { semiMajorM: (to.isWgs84 ? from : to).semiMajorM, parameters };
}

/**
 * As `transformation`, by a datum shift that a request names.
 *
 * @throws {Fault} `bad-spatial-reference`
 */
export function shiftedTransformation(
  from: SpatialReference | undefined,
  to: SpatialReference | undefined,
  shift: DatumShift | undefined,
): Transformation | undefined {
  // A shift between a datum and itself moves nothing.
  if (!shift || !to || sameReference(from, to)) return transformation(from, to);
  return transformation(shiftedReference(from, shift), shiftedReference(to, shift));
}

/** The same reference with this shift in place of its own; the reference itself when it stands on another ellipsoid. */
export function shiftedReference(
  reference: SpatialReference | undefined,
  { semiMajorM, parameters }: DatumShift,
): SpatialReference | undefined {
  const definition = definitionOf(reference);
  if (!reference || !definition || Math.abs(definition.projection.a - semiMajorM) > 1) return reference;
  const shifted = definition.text.replace(/\+(datum|towgs84|nadgrids)=\S+/g, '').replace(/\+(ellps|a|b|rf)=\S+/g, '');
  if (!shifted.trim().startsWith('+proj')) return reference;
  const { a, es } = definition.projection;
  const WKT = `${shifted.replace(/\s+/g, ' ').trim()} +a=${a} +b=${a * Math.sqrt(1 - es)} +towgs84=${parameters.join(',')}`;
  return { type: reference.type, WKT } as SpatialReference;
}
