import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { goToView, screen, type View, view } from '../../state/view.ts';

/** Maximum share of the screen of a task panel over the map; see `.panel` in `layout.css`. */
const sheetShare = 0.62;
const narrow = '(width < 820px)';

/**
 * On a small screen, where a task lies over the lower part of the map, move what is in the middle of the map up into the
 * part that is seen, and back again when the task is left.
 */
export function useAboveSheet(): void {
  useEffect(() => {
    const [before, heightPx] = [view.peek(), screen.peek()?.heightPx];
    if (!matchMedia(narrow).matches || !before || !heightPx || before.rotationDeg !== 0) return;
    const share = Math.min(0.8, (sheetShare * innerHeight) / heightPx);
    goToView(lowered(before, (share * (before.extent[3] - before.extent[1])) / 2));
    // The map may move less than requested, since it stays near its extent.
    let moved = 0;
    const stop = effect(() => {
      if (view.value && view.value !== before && moved === 0) moved = before.extent[1] - view.value.extent[1];
    });
    return () => {
      stop();
      const now = view.peek();
      if (now && moved !== 0) goToView(lowered(now, -moved));
    };
  }, []);
}

/** A view with its centre moved down by map units. */
function lowered(shown: View, by: number): View {
  const [xmin, ymin, xmax, ymax] = shown.extent;
  return { ...shown, extent: [xmin, ymin - by, xmax, ymax - by] };
}
