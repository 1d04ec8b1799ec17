import { badValue, type Value, wrongValue } from '../contract/index.ts';

export type Units = Value<'gisUnits'>;

/** Inches per meter for scales, as in published tiling schemes; 1/0.0254 would be off by 2e-6. Lengths are exact. */
const inchesPerMeter = 39.37;

/** Radius in meters of the sphere that defines a degree for scales. No common spheroid has it. */
const sphereRadiusM = 6370997;

const inches: Readonly<Record<Units, number>> = {
  gisUnknownUnits: 0,
  gisInches: 1,
  gisPoints: 1 / 72,
  gisFeet: 12,
  gisYards: 36,
  gisMiles: 63360,
  gisNauticalMiles: 1852 * inchesPerMeter,
  gisMillimeters: inchesPerMeter / 1000,
  gisCentimeters: inchesPerMeter / 100,
  gisDecimeters: inchesPerMeter / 10,
  gisMeters: inchesPerMeter,
  gisKilometers: inchesPerMeter * 1000,
  gisDecimalDegrees: inchesPerMeter * ((Math.PI / 180) * sphereRadiusM),
};

/**
 * Return the number of inches in a unit, for scale calculations; 0 for unknown units. A degree has the same length at
 * every latitude.
 */
export const inchesPerUnit = (units: Units): number => inches[units];

/** Convert the length of a unit from meters to inches, with the same constant as `inchesPerUnit`. */
export const metersToInches = (meters: number): number => meters * inchesPerMeter;

const ofInches: ReadonlySet<Units> = new Set(['gisInches', 'gisPoints', 'gisFeet', 'gisYards', 'gisMiles']);

/**
 * Return the exact meters per unit of length; 0 for unknown units. A foot is the international foot of 0.3048 m. Survey
 * feet occur only in CRSs, which know their own units (`ReferenceDefinition.metersPerUnit`).
 */
export const metersPerUnit = (units: Units): number =>
  ofInches.has(units) ? (inches[units] * 254) / 10_000 : inches[units] / inchesPerMeter;

/** Convert a length from one unit to another. @throws {Fault} `bad-value` when either unit is unknown */
export function convertLength(length: number, from: Units, to: Units): number {
  if (from === to) return length;
  const [source, target] = [metersPerUnit(from), metersPerUnit(to)];
  if (!source || !target) throw wrongValue('bad-value', 'Units', 'two known length units', `${from} and ${to}`);
  return (length * source) / target;
}

const spellings: Readonly<Record<string, Units>> = {
  in: 'gisInches',
  inch: 'gisInches',
  pt: 'gisPoints',
  ft: 'gisFeet',
  foot: 'gisFeet',
  yd: 'gisYards',
  mi: 'gisMiles',
  nm: 'gisNauticalMiles',
  nmi: 'gisNauticalMiles',
  mm: 'gisMillimeters',
  cm: 'gisCentimeters',
  dm: 'gisDecimeters',
  m: 'gisMeters',
  km: 'gisKilometers',
  deg: 'gisDecimalDegrees',
  degree: 'gisDecimalDegrees',
  degrees: 'gisDecimalDegrees',
  dd: 'gisDecimalDegrees',
};

/**
 * Parse a unit from free text in any case: an enumeration value in any dialect (`gisMeters`, `esriMeters`), or a plain
 * name or symbol (`Meters`, `metre`, `nautical miles`, `km`).
 *
 * @param path of the text, for the message
 * @throws {Fault} `bad-value` when the text isn't a unit
 */
export function parseUnits(text: string, path = 'Units'): Units {
  const plain = text
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/^(gis|esri)/, '')
    .replace(/metre/, 'meter');
  if (Object.hasOwn(spellings, plain)) return spellings[plain]!;
  for (const units of Object.keys(inches) as Units[]) {
    const name = units.slice('gis'.length).toLowerCase();
    if (plain === name || `${plain}s` === name) return units;
  }
  throw badValue(path, 'a length unit such as gisMeters or Kilometers', text);
}
