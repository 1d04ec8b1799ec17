import { Fault, type Value } from '../../contract/index.ts';

export type Relation = Value<'gisSpatialRelEnum'>;

/** Tells from a matrix of nine characters (interior, boundary, exterior of the query against those of the feature). */
export type MatrixTest = (matrix: string) => boolean;

/**
 * Make the test of a relation "query geometry <relation> feature".
 *
 * @param queryDimension   0 for points, 1 for lines, 2 for areas
 * @param description      the nine characters of `gisSpatialRelRelation`, T F * alone
 * @returns undefined for the relations that ask for extents only
 * @throws {Fault} `bad-value` for a description of another form
 * @see Clementini & Di Felice 1993; the masks are those of the OGC's simple features
 */
export function matrixTest(
  relation: Relation,
  queryDimension: number,
  featureDimension: number,
  description = '',
  path = 'SpatialRelDescription',
): MatrixTest | undefined {
  const same = queryDimension === featureDimension;
  switch (relation) {
    case 'gisSpatialRelEnvelopeIntersects':
    case 'gisSpatialRelIndexIntersects':
      return undefined;
    case 'gisSpatialRelUndefined':
    case 'gisSpatialRelIntersects':
      return anyOf('T********', '*T*******', '***T*****', '****T****');
    case 'gisSpatialRelTouches':
      return same && queryDimension === 0 ? anyOf() : anyOf('FT*******', 'F**T*****', 'F***T****');
    case 'gisSpatialRelOverlaps':
      return same ? anyOf(queryDimension === 1 ? '1*T***T**' : 'T*T***T**') : anyOf();
    case 'gisSpatialRelCrosses':
      if (same) return queryDimension === 1 ? anyOf('0********') : anyOf();
      return anyOf(queryDimension < featureDimension ? 'T*T******' : 'T*****T**');
    case 'gisSpatialRelWithin':
      return anyOf('T*F**F***');
    case 'gisSpatialRelContains':
      return anyOf('T*****FF*');
    case 'gisSpatialRelRelation': {
      const mask = description.trim().toUpperCase();
      if (!/^[TF*]{9}$/.test(mask)) {
        throw new Fault(
          'bad-value',
          `${path}: nine characters T, F or * expected, "${description.slice(0, 40)}" found.`,
        );
      }
      return anyOf(mask);
    }
  }
}

const anyOf =
  (...masks: string[]): MatrixTest =>
  (matrix) =>
    masks.some((mask) => matches(mask, matrix));

function matches(mask: string, matrix: string): boolean {
  for (let i = 0; i < 9; i++) {
    const expected = mask[i]!;
    const found = matrix[i]!;
    if (expected === '*') continue;
    if (expected === 'T' ? found === 'F' : expected !== found) return false;
  }
  return true;
}
