import { Fault, quoteValue, type Value, wrongValue } from '../contract/index.ts';
import { type GridFile, getDatumTable, type OperationRow } from './datums.ts';
import { type Ellipsoid, geocentricStep, type Step } from './geocentric.ts';
import { findGrid } from './grids.ts';
import { findWktDatum } from './identify-wkt.ts';

/** Transformation between two datums that a request specifies. */
export interface DatumShift {
  /** Shifts with the same key are equal. */
  readonly key: string;
  readonly from: ShiftSide;
  readonly to: ShiftSide;
  /** Convert degrees from Greenwich on the source datum to degrees on the target datum, in place. */
  readonly forward: Step;
  readonly inverse: Step;
}

/** One end of a shift. If its datum has no code, its ellipsoid identifies the systems on it. */
export interface ShiftSide extends Ellipsoid {
  readonly datum?: number;
}

/**
 * Return the shift that a request specifies by code (EPSG or Esri) or by WKT (GEOGTRAN); undefined if it specifies
 * none. Codes need the table of datums.
 *
 * @throws {Fault} `bad-spatial-reference` for an unknown code, a missing grid, or WKT that isn't a shift
 */
export function datumShift(requested: Value<'GeoTransformation'> | undefined, path: string): DatumShift | undefined {
  const { WKID, WKT } = requested ?? {};
  if (WKT) return parseShiftWkt(WKT, `${path}.WKT`);
  if (!WKID) return undefined;
  const row = getDatumTable()?.operations.get(WKID);
  if (row) {
    return {
      key: String(WKID),
      from: getShiftSide(row[1]),
      to: getShiftSide(row[2]),
      forward: operationStep(row, false, `${path}.WKID`),
      inverse: operationStep(row, true, `${path}.WKID`),
    };
  }
  throw wrongValue(
    'bad-spatial-reference',
    `${path}.WKID`,
    'an EPSG or Esri transformation with fixed parameters or an NTv2 grid, or WKT',
    `${WKID}`,
  );
}

function getShiftSide(datum: number): ShiftSide {
  const [, , semiMajorM, inverseFlattening] = getDatumTable()!.datums.get(datum)!;
  const f = inverseFlattening ? 1 / inverseFlattening : 0;
  return { datum, semiMajorM, es: f * (2 - f) };
}

function operationStep([code, from, to, , steps]: OperationRow, isInverse: boolean, path: string): Step {
  if ('pipe' in steps) {
    const { operations } = getDatumTable()!;
    const list = steps.pipe.map((pipeCode) =>
      operationStep(operations.get(Math.abs(pipeCode))!, pipeCode < 0 !== isInverse, path),
    );
    return inOrder(isInverse ? list.reverse() : list);
  }
  if (Array.isArray(steps[0])) return gridStep(steps as readonly GridFile[], isInverse, path, code);
  const parameters = steps as readonly number[];
  if (parameters.length > 2) return geocentricStep(getShiftSide(from), getShiftSide(to), parameters, isInverse);
  const sign = isInverse ? -1 : 1;
  return (xy, start, end) => {
    for (let i = start; i + 1 < end; i += 2) {
      xy[i]! += sign * parameters[0]!;
      xy[i + 1]! += sign * parameters[1]!;
    }
  };
}

/** Combine steps into one that runs them in order. */
export const inOrder =
  (list: readonly Step[]): Step =>
  (xy, start, end) => {
    for (const step of list) step(xy, start, end);
  };

function gridStep(files: readonly GridFile[], isInverse: boolean, path: string, code: number): Step {
  const file = files.find(([name]) => findGrid(name));
  const grid = file && findGrid(file[0]);
  if (!grid)
    throw new Fault(
      'bad-spatial-reference',
      `${path}: transformation ${code} needs the datum grid ${files.map(([name]) => name).join(' or ')}, which isn't installed. Add it on the Publish page.`,
    );
  const isBack = isInverse !== file[1] < 0;
  return (xy, start, end) => {
    for (let i = start; i + 1 < end; i += 2) if (!grid.move(xy, i, isBack)) xy[i] = xy[i + 1] = Number.NaN;
  };
}

const methods: Readonly<Record<string, 1 | -1>> = {
  geocentric_translation: 1,
  position_vector: 1,
  coordinate_frame: -1,
  molodensky_badekas: -1,
};
const translations = ['x_axis_translation', 'y_axis_translation', 'z_axis_translation'] as const;
const rotations = ['x_axis_rotation', 'y_axis_rotation', 'z_axis_rotation'] as const;
const origins = [
  'x_coordinate_of_rotation_origin',
  'y_coordinate_of_rotation_origin',
  'z_coordinate_of_rotation_origin',
];

function parseShiftWkt(wkt: string, path: string): DatumShift {
  const text = wkt.slice(0, 5000);
  const method = /METHOD\s*\[\s*"([^"]+)"/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const sign = methods[method];
  const sides = [...text.matchAll(/GEOGCS\s*\[.*?SPHEROID\s*\[\s*"[^"]+"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/gis)].map(
    ([geographic, a, rf]): ShiftSide => {
      const f = Number(rf) ? 1 / Number(rf) : 0;
      const datum = findWktDatum(geographic)?.[0];
      return { semiMajorM: Number(a), es: f * (2 - f), datum };
    },
  );
  const [from, to] = sides;
  if (!/^\s*GEOGTRAN/i.test(text) || !sign || !from || !to)
    throw wrongValue(
      'bad-spatial-reference',
      path,
      'a GEOGTRAN with the method Geocentric_Translation, Position_Vector, Coordinate_Frame or Molodensky_Badekas',
      quoteValue(wkt),
    );
  const values = new Map(
    [...text.matchAll(/PARAMETER\s*\[\s*"([^"]+)"\s*,\s*([-+\d.eE]+)/gi)].map(([, name, value]) => [
      name!.toLowerCase(),
      Number(value),
    ]),
  );
  const parameters = [
    ...translations.map((name) => values.get(name) ?? 0),
    ...rotations.map((name) => sign * (values.get(name) ?? 0)),
    values.get('scale_difference') ?? 0,
    ...origins.map((name) => values.get(name) ?? 0),
  ];
  return {
    key: text,
    from,
    to,
    forward: geocentricStep(from, to, parameters, false),
    inverse: geocentricStep(from, to, parameters, true),
  };
}
