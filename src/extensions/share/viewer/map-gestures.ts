/** Pixels from the upper left of the element. */
type Spot = readonly [number, number];

interface GestureReactions {
  pan(dxPx: number, dyPx: number): void;
  /** @param factor above 1 zooms in */
  zoom(factor: number, at: Spot): void;
  pick(at: Spot, isTouch: boolean): void;
}

/** A pointer that moves less was pressed, not dragged. */
const stillPx = 5;
const pickDelayMs = 230;

/** Follow pointers and the wheel on the map: drag, pinch, click, double click, wheel. @returns ends it */
export function followGestures(element: HTMLElement, on: GestureReactions): () => void {
  const pointers = new Map<number, Spot>();
  let movedPx = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const end = new AbortController();
  const options = { signal: end.signal };
  const spotOf = (event: MouseEvent): Spot => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const middle = (): Spot => {
    const all = [...pointers.values()];
    return [0, 1].map((axis) => all.reduce((sum, one) => sum + one[axis]!, 0) / all.length) as unknown as Spot;
  };
  const spread = (): number => {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) movedPx = 0;
      else movedPx = stillPx;
      pointers.set(event.pointerId, spotOf(event));
      element.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!pointers.has(event.pointerId)) return;
      const [before, wide] = [middle(), spread()];
      pointers.set(event.pointerId, spotOf(event));
      const after = middle();
      movedPx += Math.hypot(after[0] - before[0], after[1] - before[1]);
      if (movedPx < stillPx) return;
      on.pan(after[0] - before[0], after[1] - before[1]);
      if (wide > 0 && spread() > 0) on.zoom(spread() / wide, after);
    },
    options,
  );
  const release = (event: PointerEvent) => {
    const isLast = pointers.delete(event.pointerId) && pointers.size === 0;
    if (!isLast || event.type === 'pointercancel' || movedPx >= stillPx) return;
    const at = spotOf(event);
    if (waiting !== undefined) {
      clearTimeout(waiting);
      waiting = undefined;
      on.zoom(event.shiftKey ? 0.5 : 2, at);
      return;
    }
    waiting = setTimeout(() => {
      waiting = undefined;
      on.pick(at, event.pointerType === 'touch');
    }, pickDelayMs);
  };
  element.addEventListener('pointerup', release, options);
  element.addEventListener('pointercancel', release, options);
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      const step = Math.max(-240, Math.min(240, event.deltaY * lines));
      on.zoom(2 ** (-step / (event.ctrlKey ? 80 : 220)), spotOf(event));
    },
    { ...options, passive: false },
  );
  return () => end.abort();
}
