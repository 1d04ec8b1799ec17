import type { Value } from '../../../sw/contract/index.ts';
import { maxSelected, select, shownReference } from '../../state/requested.ts';
import { readRows, type TableSubject } from '../../state/rows.ts';
import { showToast } from '../../state/toasts.ts';
import { screen } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import { queryText } from '../text/query-text.ts';

/** Maximum number of geometries that are read to zoom to a result. */
const shapesRead = 500;

/** Select the rows of a result, and warn if there are too many. */
export function selectRows(subject: TableSubject, ids: readonly number[]): void {
  select(subject.id, ids);
  if (ids.length > maxSelected) showToast({ message: queryText.tooMany(formatCount(maxSelected)) });
}

export async function zoomToRows(subject: TableSubject, ids: readonly number[]): Promise<void> {
  const options = {
    withShape: true,
    reference: shownReference.value,
    resolution: (screen.value?.resolution ?? 0) * 4,
  };
  const { fields, rows } = await readRows(subject, ids.slice(0, shapesRead), options);
  const shapeIndex = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  goToShapes(rows.map(({ values }) => (values[shapeIndex] ?? undefined) as Value<'Geometry'> | undefined));
}

/** Describe the number of matching features, or why it is unknown. */
export function countText(
  count: readonly [number, number] | undefined,
  isShapeMissing: boolean,
  problem: string | undefined,
): string {
  if (count) return queryText.matches(formatCount(count[0]), formatCount(count[1]));
  if (isShapeMissing) return queryText.noShape;
  return problem ? '' : queryText.counting;
}
