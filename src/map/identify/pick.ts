import { shownReference } from '../../state/requested.ts';
import { readResults } from '../state/identify-results.ts';

/** Handle a click on the map: zoom to a cluster, show the value of a bin, or identify features. */
export async function pick([X, Y]: readonly [number, number], isTouch: boolean): Promise<void> {
  const { pickDense } = await import('./pick-dense.ts');
  // If this fails, identify as usual, which reports the error.
  if (await pickDense([X, Y]).catch(() => false)) return;
  await readResults({ type: 'PointN', X, Y, SpatialReference: shownReference.peek() }, isTouch);
}
