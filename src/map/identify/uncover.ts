import { requestedView, screen, view } from '../../state/view.ts';

/** Air between the place and the edge of what covered it, and the height of the tools above the map. */
const airPx = 40;
const toolsPx = 110;

/** Move the map so that a place which a card covers is seen beside it: to its left, or above it where it is as wide as the map. */
export function uncover([x, y]: readonly [number, number], card: HTMLElement): void {
  const [shown, size, stage] = [view.peek(), screen.peek(), card.offsetParent?.getBoundingClientRect()];
  if (!shown || !size || !stage || shown.rotationDeg !== 0) return;
  const [xmin, , , ymax] = shown.extent;
  const at = { x: (x - xmin) / size.resolution, y: (ymax - y) / size.resolution };
  const box = card.getBoundingClientRect();
  const [left, top] = [box.left - stage.left, box.top - stage.top];
  if (at.x < left - airPx || at.y < top - airPx) return;
  const isSheet = box.width > stage.width * 0.7;
  const target = isSheet ? { x: at.x, y: Math.max(airPx, (toolsPx + top) / 2) } : { x: left - 2 * airPx, y: at.y };
  const byX = (at.x - target.x) * size.resolution;
  const byY = (target.y - at.y) * size.resolution;
  const [x0, y0, x1, y1] = shown.extent;
  requestedView.value = { ...shown, extent: [x0 + byX, y0 + byY, x1 + byX, y1 + byY] };
}
