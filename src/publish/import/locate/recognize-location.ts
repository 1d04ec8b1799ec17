import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { numberStyle, readCoordinate } from './angle.ts';
import { type ColumnRole, columnRole, wkidInName } from './column-role.ts';
import { geohashPattern, readGrid, readPair, startsGeometry } from './single-column.ts';
import { type FoundLocation, noLocation, type OneColumnForm, type TableLocation } from './table-location.ts';

/** Maximum number of values of a column to check. */
const sampleCount = 500;

/**
 * Find the columns with the location of the rows, by names in many languages and by values.
 *
 * A location is certain if the names have no other meaning and the values fit, or if the values have an unmistakable
 * form. If a name may mean a length, or values contradict a name, the location is only offered.
 */
export function recognizeLocation({ columns }: Pick<SourceTable, 'columns'>): FoundLocation {
  const shape = columns.find((column) => hasForm(column, startsGeometry, 0.5));
  if (shape && listTexts(shape).some((text) => !/^\s*(?:SRID=\d+;)?(?:\{|MULTIPOINT|POINT)/i.test(text)))
    return sure({ form: 'text', column: shape.name }, [shape]);
  const pairs = listPairs(columns);
  const fits = pairs.map((pair) => ({ ...pair, fit: rateFit(pair) }));
  const best = fits.find(({ fit }) => fit === 'sure');
  if (best) return sure(pairLocation(best), [best.x, best.y]);
  const singleColumn = shape ? { form: 'text' as const, column: shape } : oneColumn(columns);
  if (singleColumn) return sure({ form: singleColumn.form, column: singleColumn.column.name }, [singleColumn.column]);
  const likely = fits.find(({ fit }) => fit === 'likely' || fit === 'swapped');
  if (!likely) return { location: noLocation };
  const swapped = likely.fit === 'swapped' ? { ...likely, x: likely.y, y: likely.x } : likely;
  return { location: noLocation, offer: pairLocation(swapped), ...findWkid([likely.x, likely.y]) };
}

const sure = (location: TableLocation, from: readonly SourceColumn[]): FoundLocation => ({
  location,
  ...findWkid(from),
});

function findWkid(columns: readonly SourceColumn[]): { wkid?: number } {
  const wkid = columns.map(({ alias }) => wkidInName(alias)).find((code) => code !== undefined);
  return wkid === undefined ? {} : { wkid };
}

interface Pair {
  readonly x: SourceColumn;
  readonly y: SourceColumn;
  readonly role: ColumnRole;
}

const pairLocation = ({ x, y }: Pair): TableLocation => ({ form: 'xy', x: x.name, y: y.name });

/** Pair columns whose names belong together, clearest names first: degrees, then meters, then x and y. */
function listPairs(columns: readonly SourceColumn[]): Pair[] {
  const named = columns.flatMap((column) => {
    const role = column.type === 'Date' ? undefined : columnRole(column.alias);
    return role ? [{ column, role }] : [];
  });
  const pairs = named
    .filter(({ role }) => role.axis === 'x')
    .flatMap(({ column: x, role }) =>
      named
        .filter(({ role: other }) => other.axis === 'y' && other.family === role.family && other.rest === role.rest)
        .map(
          ({ column: y, role: other }): Pair => ({
            x,
            y,
            role: { ...role, isAmbiguous: role.isAmbiguous || other.isAmbiguous },
          }),
        ),
    );
  const order = { degrees: 0, metres: 1, either: 2 } as const;
  const rank = ({ role }: Pair): number =>
    order[role.family] + (role.isAmbiguous ? 3 : 0) + (role.rest === '' ? 0 : 0.5);
  const column = ({ x, y }: Pair): number => Math.min(columns.indexOf(x), columns.indexOf(y));
  return pairs.sort((a, b) => rank(a) - rank(b) || column(a) - column(b));
}

/** Rate how well the values of two columns fit their names. */
function rateFit({ x, y, role }: Pair): 'sure' | 'likely' | 'swapped' | 'none' {
  const [xs, ys] = [sample(x), sample(y)];
  const style = numberStyle([...xs, ...ys], `${x.alias} ${y.alias}`);
  const read = (cells: readonly (string | number)[]): number[] =>
    cells.flatMap((cell) => readCoordinate(cell, style)?.value ?? []);
  const [east, north] = [read(xs), read(ys)];
  if (east.length === 0 || north.length === 0) return 'none';
  if (east.length < xs.length / 2 || north.length < ys.length / 2) return 'none';
  const isInDegrees = within(east, 360.5) && within(north, 90.5);
  if (role.family === 'degrees' && !isInDegrees) {
    if (within(east, 90.5) && within(north, 360.5)) return 'swapped';
    // Meters in columns named like degrees are accepted; anything else is a mistake.
    return [...east, ...north].every((value) => Math.abs(value) > 1000) ? 'sure' : 'none';
  }
  if (!role.isAmbiguous) return 'sure';
  const isPlain =
    role.family === 'degrees' ? isInDegrees && isFine([...xs, ...ys]) : east.every((value) => value > 1000);
  return isPlain ? 'sure' : 'likely';
}

/** Check whether at least 90 % of the values are between -limit and limit. */
const within = (values: readonly number[], limit: number): boolean =>
  values.filter((value) => Math.abs(value) <= limit).length >= values.length * 0.9;

/** Check whether most values have at least three decimals, or minutes. Coordinates do, sizes rarely do. */
function isFine(cells: readonly (string | number)[]): boolean {
  const fine = cells.filter((cell) => /[.,]\d{3}/.test(String(cell)) || /[°'′’]/.test(String(cell)));
  return fine.length > cells.length / 2;
}

/** Find a column whose values hold both coordinates in an unmistakable form. */
function oneColumn(columns: readonly SourceColumn[]): { form: OneColumnForm; column: SourceColumn } | undefined {
  for (const column of columns) {
    if (hasForm(column, (text) => readGrid(text) !== undefined, 0.8)) return { form: 'grid', column };
    if (/geo ?_?hash/i.test(column.alias) && hasForm(column, (text) => geohashPattern.test(text.trim()), 0.8))
      return { form: 'geohash', column };
    const order = pairOrder(column);
    if (order) return { form: order, column };
  }
  return undefined;
}

/** Return the order of the coordinates in a column's pairs; undefined if they aren't pairs in degrees. */
function pairOrder(column: SourceColumn): 'lat-lon' | 'lon-lat' | undefined {
  const texts = listTexts(column);
  const style = numberStyle(texts, column.alias);
  const pairs = texts.flatMap((text) => {
    const pair = readPair(text, 'lon-lat', style);
    return pair ? [pair] : [];
  });
  // If the name is unambiguous, more unreadable values are allowed; they are reported later.
  const share = /^(?:geo ?)?(?:coord|koord|coörd|lat.{0,3}lo?n|lo?n.{0,3}lat)/i.test(column.alias) ? 0.5 : 0.8;
  if (texts.length === 0 || pairs.length < texts.length * share) return undefined;
  const firstValues = pairs.map(([first]) => first);
  const secondValues = pairs.map(([, second]) => second);
  // Two numbers separated by a comma may be anything, so require fractions or directions.
  if (
    texts.filter((text) => /[°NSEWO]/i.test(text) || inOrder(text, /[.,]\d/, /[\s,;]/, /[.,]\d/)).length <
    texts.length * share
  )
    return undefined;
  const isNamed =
    (inOrder(column.alias, /lo?n/i, /lat/i) || inOrder(column.alias, /x/i, /y/i)) &&
    !inOrder(column.alias, /lat/i, /lo?n/i);
  const hasLetters = texts.some((text) => /[NSEWO]/i.test(text));
  if (!within(firstValues, 360.5) || !within(secondValues, 360.5)) return undefined;
  if (hasLetters) return 'lat-lon';
  if (firstValues.some((value) => Math.abs(value) > 90.5)) return 'lon-lat';
  if (secondValues.some((value) => Math.abs(value) > 90.5)) return 'lat-lon';
  return isNamed ? 'lon-lat' : 'lat-lon';
}

function hasForm(column: SourceColumn, isOfForm: (text: string) => boolean, share: number): boolean {
  if (column.type !== 'String') return false;
  const texts = listTexts(column);
  return texts.length > 0 && texts.filter(isOfForm).length >= texts.length * share;
}

const listTexts = (column: SourceColumn): string[] =>
  sample(column).flatMap((value) => (typeof value === 'string' ? [value] : []));

function sample({ values }: SourceColumn): (string | number)[] {
  const sampled: (string | number)[] = [];
  for (const value of values) {
    if (value === null || value === '') continue;
    sampled.push(value);
    if (sampled.length === sampleCount) break;
  }
  return sampled;
}

/** Check whether a text matches all patterns, one after the other. */
function inOrder(text: string, ...kinds: readonly RegExp[]): boolean {
  let rest = text;
  return kinds.every((kind) => {
    const match = kind.exec(rest);
    if (match) rest = rest.slice(match.index + match[0].length);
    return match !== null;
  });
}
