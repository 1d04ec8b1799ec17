/** A coordinate parsed from text, with the axis if the text names it: x for east and west, y for north and south. */
interface Coordinate {
  readonly value: number;
  readonly axis?: 'x' | 'y';
}

/** The number format of a file, for numbers that are ambiguous. */
export interface NumberStyle {
  /** The thousands separator; absent if a comma is the decimal mark. */
  readonly groups?: ',' | '.';
  /** Meaning of the letter O: Ost (German) or Oeste (Spanish). */
  readonly letterO: 'E' | 'W';
}

/** Symbols and names of directions in other languages. The letter O depends on the file. */
const directions: readonly (readonly [RegExp, string])[] = [
  [/北[緯纬]|북위|С\.?\s*Ш\.?|\b(?:NORTH|NORD|NORTE|NOORD)\b/gu, 'N'],
  [/南[緯纬]|남위|Ю\.?\s*Ш\.?|\b(?:SOUTH|SUD|SÜD|SUR|SUL|ZUID)\b/gu, 'S'],
  [/[東东][経经經]|동경|В\.?\s*Д\.?|\b(?:EAST|OST|EST|ESTE|LESTE|OOST)\b/gu, 'E'],
  [/西[経经經]|서경|З\.?\s*Д\.?|\b(?:WEST|OUEST|OESTE|OVEST)\b/gu, 'W'],
];
/** Signs and names of units. Seconds come before minutes, because two apostrophes are one sign. */
const units: readonly (readonly [RegExp, string])[] = [
  [/[”“″ʺ]|''|’’|′′|秒|초/g, '"'],
  [/[’‘′ʹ´`]|分|분/g, "'"],
  [/[º˚ᵒ∘]|度|도/g, '°'],
];

const angle =
  /^([NSEWO])? ?([+-])? ?(\d{1,3}(?:\.\d+)?)(?: ?[°:D ] ?(\d{1,2}(?:\.\d+)?)(?: ?['´:M ] ?(\d{1,2}(?:\.\d+)?) ?["S]?|['M]?))?°? ?([NSEWO])?$/;
/** Matches the aviation format: 480814N, 0113430.5E. */
const packed = /^(\d{2,3})(\d\d)(\d\d(?:\.\d+)?)([NSEW])$/;

/**
 * Parse a coordinate: a number, or degrees with minutes and seconds in the usual notations. A direction may come before
 * or after. A number may have a decimal comma and thousands separators.
 *
 * @returns undefined if the text isn't a coordinate
 */
export function readCoordinate(cell: string | number, style: NumberStyle): Coordinate | undefined {
  if (typeof cell === 'number') return { value: removeGrouping(cell, style) };
  const number = readNumber(cell, style);
  return number === undefined ? readAngle(cell, style) : { value: number };
}

/** Restore a number with a point as thousands separator that was read as a fraction, such as `691.608`. */
const removeGrouping = (value: number, { groups }: NumberStyle): number =>
  groups === '.' && !Number.isInteger(value) ? Math.round(value * 1000) : value;

function readAngle(text: string, { letterO }: NumberStyle): Coordinate | undefined {
  const plain = plainAngle(text);
  const match = angle.exec(plain);
  if (!match) return readPacked(plain);
  const [, before, sign, degrees, minutes = '0', seconds = '0', after] = match;
  if (before && after) return undefined;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const hasParts = match[4] !== undefined;
  if ((hasParts && degrees!.includes('.')) || (match[5] !== undefined && minutes.includes('.'))) return undefined;
  const letter = before ?? after;
  const direction = letter === 'O' ? letterO : letter;
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = sign === '-' || direction === 'S' || direction === 'W';
  return withAxis(isNegative ? -size : size, direction);
}

function readPacked(text: string): Coordinate | undefined {
  const match = packed.exec(text);
  if (!match) return undefined;
  const [, degrees, minutes, seconds, letter] = match;
  const isLatitude = letter === 'N' || letter === 'S';
  if (degrees!.length !== (isLatitude ? 2 : 3) || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return withAxis(letter === 'S' || letter === 'W' ? -size : size, letter);
}

const withAxis = (value: number, direction: string | undefined): Coordinate =>
  direction === undefined ? { value } : { value, axis: direction === 'N' || direction === 'S' ? 'y' : 'x' };

/** Return the text in capitals, with only the signs ° ' " and the letters N S E W O. */
function plainAngle(text: string): string {
  let plain = text.replace(/−/g, '-');
  // Before normalization, which turns these signs into other letters.
  for (const [pattern, sign] of units) plain = plain.replace(pattern, sign);
  plain = plain.normalize('NFKC').trim().toUpperCase();
  for (const [pattern, sign] of directions) plain = plain.replace(pattern, sign);
  return plain
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/([°'"])\s+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?" ?([NSEWO])$/, '"$1');
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

function readNumber(text: string, { groups }: NumberStyle): number | undefined {
  let plain = text.normalize('NFKC').replace(/−/g, '-').trim();
  if (/^[+-]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/.test(plain)) plain = plain.replace(/[ '’]/g, '');
  if (groups) plain = plain.replaceAll(groups, '');
  if (groups !== ',') plain = plain.replace(/^([^,.]*),([^,.]*)$/, '$1.$2');
  if (!decimal.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Detect the number format of some cells. A thousands separator is certain only in a number with two of them, or with
 * one and a decimal mark.
 *
 * @param name names of the columns; their language decides the meaning of O if no other direction does
 * @returns the format, and whether an O was found that may be east or west
 */
export function numberStyle(
  cells: Iterable<string | number | null>,
  name: string,
): NumberStyle & { readonly isUnclear: boolean } {
  let groups: ',' | '.' | undefined;
  const letters = new Set<string>();
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const text = cell.trim();
    if (/^[+-]?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|(?:,\d{3})+\.\d+)$/.test(text)) groups = ',';
    else if (/^[+-]?\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|(?:\.\d{3})+,\d+)$/.test(text)) groups = '.';
    if (/[a-z]/i.test(text)) for (const [letter] of plainAngle(text).matchAll(/[EWO]/g)) letters.add(letter);
  }
  const isWest = letters.has('E') || (!letters.has('W') && /longitud|oest|ouest|ovest/i.test(name));
  const isEast = letters.has('W') || /l(?:ä|ae?)n|ost|oost|lengte/i.test(name);
  return {
    groups,
    letterO: isWest ? 'W' : 'E',
    isUnclear: letters.has('O') && !isWest && !isEast,
  };
}
