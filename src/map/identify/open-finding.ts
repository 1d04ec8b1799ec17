import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { fittingShape } from '../query/fitting-shape.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import { currentResult, type IdentifyResult, showResults } from '../state/identify-results.ts';
import type { Finding } from './find.ts';

/** Zoom to a search result and show its attributes. */
export function openFinding({ result }: Finding): void {
  goToShapes([result.shape]);
  showResults([result]);
  void refine(result);
}

/** Replace the geometry, which was generalized for the scale of the search, by a detailed one. */
async function refine(result: IdentifyResult): Promise<void> {
  const subject = tableSubject(mapInfo.peek(), result.layer.LayerID);
  if (!subject || result.id === undefined) return;
  // If the detailed geometry can't be read, keep the generalized one.
  const shape = await fittingShape(subject, result.id, result.shape).catch(() => undefined);
  if (shape && shape !== result.shape && currentResult.peek() === result) showResults([{ ...result, shape }]);
}
