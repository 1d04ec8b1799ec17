import { shownReference } from '../../state/requested.ts';
import { readResults } from '../state/identify-results.ts';

/** Answer a click on the map: a cluster zooms, a bin shows its value, features are identified. */
export async function pick([X, Y]: readonly [number, number], isTouch: boolean): Promise<void> {
  const { pickDense } = await import('./pick-dense.ts');
  // What cannot be answered so is asked as any other click, which says what is wrong.
  if (await pickDense([X, Y]).catch(() => false)) return;
  await readResults({ type: 'PointN', X, Y, SpatialReference: shownReference.peek() }, isTouch);
}
