import type { Value } from '../../../../sw/contract/index.ts';
import type { SharedAnswers } from '../../../../sw/extensions/share/answer-shared.ts';
import { type MapPosition, pointAt, type StageSize, zoomPosition } from './map-position.ts';
import { listPaths } from './shape-path.ts';

type Drawn = Awaited<ReturnType<SharedAnswers['draw']>>;

interface StageOptions {
  readonly start: (size: StageSize) => MapPosition;
  /** Limits for zooming: the finest and the coarsest resolution. */
  readonly resolutions: readonly [number, number];
  /** Draws a position; the caller decides layers, colors and similar settings. */
  readonly draw: (position: MapPosition, size: StageSize, signal: AbortSignal) => Promise<Drawn>;
  readonly onDrawn: (drawn: Drawn) => void;
  readonly onFailed: (message: string) => void;
  readonly onPick: (at: readonly [number, number], position: MapPosition, size: StageSize, isTouch: boolean) => void;
}

export interface MapStage {
  position(): MapPosition;
  size(): StageSize;
  show(position: MapPosition): void;
  /** Zoom around the center. */
  zoom(factor: number): void;
  panPx(dx: number, dy: number): void;
  pickCenter(): void;
  redraw(): void;
  highlight(shape: Value<'Geometry'> | undefined): void;
  dispose(): void;
}

const restMs = 70;

/** Create the interactive map: a canvas with the last image, which moves with the map until the next one is drawn. */
export function createStage(element: HTMLElement, options: StageOptions): MapStage {
  const canvas = document.createElement('canvas');
  const overlay = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  overlay.setAttribute('aria-hidden', 'true');
  element.append(canvas, overlay);
  const sizeNow = (): StageSize => ({
    widthPx: Math.max(1, element.clientWidth),
    heightPx: Math.max(1, element.clientHeight),
  });
  let size = sizeNow();
  let position = options.start(size);
  let image: { readonly position: MapPosition; readonly size: StageSize } | undefined;
  let shape: Value<'Geometry'> | undefined;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const moveImage = () => {
    if (image) {
      const scale = image.position.resolution / position.resolution;
      const dx = (image.position.center[0] - position.center[0]) / position.resolution;
      const dy = (position.center[1] - image.position.center[1]) / position.resolution;
      const left = size.widthPx / 2 + dx - (image.size.widthPx * scale) / 2;
      const top = size.heightPx / 2 + dy - (image.size.heightPx * scale) / 2;
      canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    }
    moveShape();
  };
  const moveShape = () => {
    const toPx = ([x, y]: readonly [number, number]) =>
      `${((x - position.center[0]) / position.resolution + size.widthPx / 2).toFixed(1)} ${(
        (position.center[1] - y) / position.resolution + size.heightPx / 2
      ).toFixed(1)}`;
    const paths = shape ? listPaths(shape) : [];
    const end = shape?.type === 'PolygonN' ? 'Z' : '';
    const lines = paths.filter((path) => path.length > 1);
    const dots = paths.filter((path) => path.length === 1);
    const d = lines.map((path) => `M${path.map(toPx).join('L')}${end}`).join('');
    overlay.innerHTML =
      (d && `<path class="halo" d="${d}"/><path d="${d}"/>`) +
      dots
        .slice(0, 500)
        .map(([point]) => toPx(point!).split(' '))
        .map(([x, y]) => `<circle class="halo" cx="${x}" cy="${y}" r="9"/><circle cx="${x}" cy="${y}" r="9"/>`)
        .join('');
  };
  const draw = async () => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    const now = { position, size };
    element.dataset.drawing = '';
    try {
      const drawn = await options.draw(now.position, now.size, controller.signal);
      if (controller.signal.aborted) return;

      canvas.width = drawn.widthPx;
      canvas.height = drawn.heightPx;
      canvas.style.width = `${now.size.widthPx}px`;
      canvas.style.height = `${now.size.heightPx}px`;
      canvas.getContext('2d')!.putImageData(new ImageData(drawn.rgba, drawn.widthPx, drawn.heightPx), 0, 0);
      image = now;
      moveImage();
      delete element.dataset.drawing;
      options.onDrawn(drawn);
    } catch (error) {
      if (controller.signal.aborted) return;
      delete element.dataset.drawing;
      options.onFailed(error instanceof Error ? error.message : String(error));
    }
  };
  const redraw = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void draw(), restMs);
  };
  const show = (next: MapPosition) => {
    const [finest, coarsest] = options.resolutions;
    position = { ...next, resolution: Math.max(finest, Math.min(coarsest, next.resolution)) };
    moveImage();
    redraw();
  };
  const zoomAt = (factor: number, anchor: readonly [number, number]) => {
    const [finest, coarsest] = options.resolutions;
    const next = Math.max(finest, Math.min(coarsest, position.resolution / factor));
    show(zoomPosition(position, position.resolution / next, anchor, size));
  };
  const panPx = (dx: number, dy: number) =>
    show({
      ...position,
      center: [position.center[0] - dx * position.resolution, position.center[1] + dy * position.resolution],
    });
  const pick = (spot: readonly [number, number], isTouch = false) =>
    options.onPick(pointAt(position, spot, size), position, size, isTouch);
  const endGestures = followGestures(element, { pan: panPx, zoom: zoomAt, pick });
  const watch = new ResizeObserver(() => {
    size = sizeNow();
    moveImage();
    redraw();
  });
  watch.observe(element);
  return {
    position: () => position,
    size: () => size,
    show,
    zoom: (factor) => zoomAt(factor, [size.widthPx / 2, size.heightPx / 2]),
    panPx,
    pickCenter: () => pick([size.widthPx / 2, size.heightPx / 2]),
    redraw,
    highlight(next) {
      shape = next;
      moveShape();
    },
    dispose() {
      endGestures();
      watch.disconnect();
      running?.abort();
      clearTimeout(timer);
    },
  };
}

/** Pixels from the upper left of the element. */
type Spot = readonly [number, number];

interface GestureReactions {
  pan(dxPx: number, dyPx: number): void;
  /** @param factor above 1 zooms in */
  zoom(factor: number, at: Spot): void;
  pick(at: Spot, isTouch: boolean): void;
}

/** Maximum movement of a pointer during a click; a longer movement is a drag. */
const stillPx = 5;
const pickDelayMs = 230;

/**
 * Handle pointers and the wheel on the map: drag, pinch, click, double click, wheel.
 *
 * @returns a function that stops listening
 */
function followGestures(element: HTMLElement, on: GestureReactions): () => void {
  const pointers = new Map<number, Spot>();
  let movedPx = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const end = new AbortController();
  const options = { signal: end.signal };
  const eventSpot = (event: MouseEvent): Spot => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const middle = (): Spot => {
    const all = [...pointers.values()];
    return [0, 1].map((axis) => all.reduce((sum, spot) => sum + spot[axis]!, 0) / all.length) as unknown as Spot;
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
      pointers.set(event.pointerId, eventSpot(event));
      element.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!pointers.has(event.pointerId)) return;
      const [before, wide] = [middle(), spread()];
      pointers.set(event.pointerId, eventSpot(event));
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
    const spot = eventSpot(event);
    if (waiting !== undefined) {
      clearTimeout(waiting);
      waiting = undefined;
      on.zoom(event.shiftKey ? 0.5 : 2, spot);
      return;
    }
    waiting = setTimeout(() => {
      waiting = undefined;
      on.pick(spot, event.pointerType === 'touch');
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
      on.zoom(2 ** (-step / (event.ctrlKey ? 80 : 220)), eventSpot(event));
    },
    { ...options, passive: false },
  );
  return () => end.abort();
}
