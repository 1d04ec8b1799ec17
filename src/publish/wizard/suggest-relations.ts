import type { SourceSummary } from '../import/describe-sources.ts';
import type { RelationChoice } from '../import/package-choices.ts';

const asKind = (reading: string | undefined): string | undefined =>
  reading === 'Integer' || reading === 'SmallInteger' || reading === 'Double' ? 'number' : reading;

/** Tell whether two columns may be the two ends of a relation, as they are read. */
export const canMeet = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && asKind(a) === asKind(b);

/**
 * Suggest relations between tables that were read together: a column of the same name in both, whose values stand but
 * once in the one. Only between a table with geometry and one without, where it is likely to be meant.
 */
export function suggestRelations(layers: readonly SourceSummary[]): RelationChoice[] {
  const found: RelationChoice[] = [];
  for (const [origin, of] of layers.entries())
    for (const [destination, to] of layers.entries()) {
      if (of.geometry === 'raster' || to.geometry === 'raster') continue;
      if (of.geometry === 'none' || to.geometry !== 'none') continue;
      const key = of.columns.find(
        (column) =>
          column.isUnique &&
          /id|key|code|nr|no|number|iso|fips|nuts|kennung|schl/i.test(column.name) &&
          to.columns.some(
            (other) =>
              other.name.toLowerCase() === column.name.toLowerCase() &&
              canMeet(column.readings[0]?.reading, other.readings[0]?.reading),
          ),
      );
      const other = key && to.columns.find(({ name }) => name.toLowerCase() === key.name.toLowerCase());
      if (!key || !other) continue;
      found.push({
        name: to.name,
        origin,
        originKey: key.name,
        destination,
        destinationKey: other.name,
        isOneToOne: other.isUnique,
      });
    }
  return found;
}
