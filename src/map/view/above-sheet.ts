import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { goToView, screen, type View, view } from '../../state/view.ts';

/** Maximum share of the screen that a task panel covers; see `.panel` in `layout.css`. */
const sheetShare = 0.62;
const narrow = '(width < 820px)';

/**
 * On a small screen, move the map up so that its center isn't covered by the task panel. When the task is left, move
 * it back.
 */
export function useAboveSheet(): void {
  useEffect(() => {
    const [before, heightPx] = [view.peek(), screen.peek()?.heightPx];
    if (!matchMedia(narrow).matches || !before || !heightPx || before.rotationDeg !== 0) return;
    const share = Math.min(0.8, (sheetShare * innerHeight) / heightPx);
    goToView(lowerView(before, (share * (before.extent[3] - before.extent[1])) / 2));
    // The map may move less than requested, because it stays near its extent.
    let moved = 0;
    const stop = effect(() => {
      if (view.value && view.value !== before && moved === 0) moved = before.extent[1] - view.value.extent[1];
    });
    return () => {
      stop();
      const now = view.peek();
      if (now && moved !== 0) goToView(lowerView(now, -moved));
    };
  }, []);
}

/** Return a view with its center moved down by map units. */
function lowerView(shown: View, by: number): View {
  const [xmin, ymin, xmax, ymax] = shown.extent;
  return { ...shown, extent: [xmin, ymin - by, xmax, ymax - by] };
}
