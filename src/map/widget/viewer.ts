import 'ol/ol.css';
import { easeOut } from 'ol/easing.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic } from '../../../sw/geometry/spatial-reference.ts';
import { formatError, isAbort } from '../../connection/call.ts';
import type { Background } from '../../state/background.ts';
import type { Measured, Tool } from '../../state/tasks.ts';
import type { Drawn, MapSource, Screen, View as ShownView } from '../../state/view.ts';
import { backgroundLayer } from './background-layer.ts';
import { cacheNote } from './cache-state.ts';
import { describeImage, drawImage } from './draw-image.ts';
import { drawTools } from './draw-tool.ts';
import { blink, highlight, highlightLayer, outline, outlineLayer, questionLayer } from './highlight.ts';
import { type Frame, imageLayer } from './image-layer.ts';
import {
  growTo,
  openFirst,
  readBackgroundColor,
  type Subject,
  shrunk,
  subjectResolutions,
  viewFor,
} from './subject-view.ts';
import { reasonToDraw } from './tile-choice.ts';

interface ViewerEvents {
  onMove(view: ShownView, screen: Screen): void;
  onPointer(position: readonly [number, number] | undefined): void;
  /** A click, a tap or Enter, with its position in map units. */
  onPick(position: readonly [number, number], isTouch: boolean): void;
  onShape(shape: Value<'Geometry'>): void;
  /** Receives measured lines and polygons, while they are drawn and when they are finished. */
  onMeasure?(measured: Measured): void;
  /** Pixels at each edge that tools cover: top, right, bottom, left. */
  coveredPx(): readonly [number, number, number, number];
  onDrawing(): void;
  onDrawn(drawn: Drawn, source: MapSource): void;
  onFailed(message: string): void;
}

/** Geometries over the image, in the coordinates of the map. */
interface Marks {
  readonly found?: readonly Value<'Geometry'>[];
  /** The geometry of a query or measurement. */
  readonly question?: Value<'Geometry'> | undefined;
  /** Rings of flat x and y, drawn faintly. */
  readonly outlines?: readonly (readonly number[])[];
}

export interface Viewer {
  /**
   * Show a map, and draw it unless it is already shown.
   *
   * @param view the view reported last by `onMove` keeps the map in place; undefined shows the author's initial view
   */
  show(subject: Subject, view: ShownView | undefined): void;
  /** Draw the map again. */
  redraw(): void;
  /** Change the background of the map. */
  setBackground(background: Background): void;
  fit(extent: Extent): void;
  zoomBy(levels: number): void;
  turnTo(degrees: number): void;
  /** Return the center of the map in map units; undefined before it is shown. */
  getCenter(): readonly [number, number] | undefined;
  pickCenter(): void;
  /** Replace the marks over the image. */
  mark(marks: Marks): void;
  flash(shapes: readonly Value<'Geometry'>[]): void;
  setTool(tool: Tool): void;
  dispose(): void;
}

/** The image is wider and higher than the view by this factor, so that small moves show no edge. */
const margin = 1.2;
/** Distance between the outermost features and the tools over the map. */
const airPx = 20;

export function createViewer(target: HTMLElement, events: ViewerEvents): Viewer {
  const images = imageLayer();
  const outlines = outlineLayer();
  const marks = highlightLayer();
  const flashes = highlightLayer();
  const questions = questionLayer();
  const map = new OlMap({
    target,
    controls: [],
    layers: [images.layer, outlines, questions, marks, flashes],
    interactions: defaultInteractions({ zoomDuration: 200 }),
    view: new View({ center: [0, 0], resolution: 1 }),
  });
  const stand = cacheNote(map, images.layer);
  const under = backgroundLayer(map);
  let background: Background | undefined;
  let subject: Subject | undefined;
  let reported: ShownView | undefined;
  let running: AbortController | undefined;
  /** The last subject and frame that were drawn, or are being drawn. */
  let begun: { readonly subject: Subject; readonly frame: Frame } | undefined;
  let tool: Tool = 'point';
  const useTool = drawTools(map, events);

  const frameNow = (): Frame | undefined => {
    const view = map.getView();
    const [widthPx, heightPx] = map.getSize() ?? [0, 0];
    const center = view.getCenter();
    const resolution = view.getResolution();
    if (!widthPx || !heightPx || !center || !resolution) return undefined;
    return {
      center: [center[0]!, center[1]!],
      resolution,
      rotation: view.getRotation(),
      widthPx: Math.round(widthPx * margin),
      heightPx: Math.round(heightPx * margin),
    };
  };

  const draw = async () => {
    const frame = frameNow();
    if (!subject || !frame) return;
    running?.abort();
    const controller = new AbortController();
    running = controller;
    begun = { subject, frame };
    events.onDrawing();
    if (background) under.draw(background, subject.reference, frame);
    const { service, description, reference, tiles } = subject;
    try {
      let why = reasonToDraw(tiles, reference, frame);
      if (!why) {
        const seen = { ...frame, widthPx: frame.widthPx / margin, heightPx: frame.heightPx / margin };
        const [isComplete, drawn] = await Promise.all([
          stand.show(service, tiles!.cache, seen, readBackgroundColor(description), controller.signal),
          describeImage(service, description, reference, frame, controller.signal),
        ]);
        if (controller.signal.aborted) return;
        if (isComplete) {
          images.clear();
          events.onDrawn(drawn, { from: 'tiles' });
          return;
        }
        why = 'missing';
      }
      const { image, drawn } = await drawImage(
        service,
        description,
        reference,
        frame,
        devicePixelRatio,
        controller.signal,
      );
      if (controller.signal.aborted) return;
      images.show(image);
      stand.hide();
      events.onDrawn(drawn, { from: 'drawn', why });
    } catch (error) {
      if (!controller.signal.aborted && !isAbort(error)) events.onFailed(formatError(error));
    }
  };

  const reportMove = () => {
    const frame = frameNow();
    if (!frame) return;
    const [widthPx, heightPx] = [Math.round(frame.widthPx / margin), Math.round(frame.heightPx / margin)];
    const halfWidth = (widthPx / 2) * frame.resolution;
    const halfHeight = (heightPx / 2) * frame.resolution;
    const [x, y] = frame.center;
    const extent = [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight] as const;
    reported = { extent, rotationDeg: (frame.rotation * 180) / Math.PI };
    events.onMove(reported, { widthPx, heightPx, resolution: frame.resolution });
  };

  map.on('moveend', () => {
    if (!subject) return;
    reportMove();
    // Showing a map also ends a movement, and is already being drawn.
    if (begun?.subject !== subject || JSON.stringify(begun.frame) !== JSON.stringify(frameNow())) void draw();
  });
  map.on('pointermove', (event) => {
    if (!event.dragging) events.onPointer([event.coordinate[0]!, event.coordinate[1]!]);
  });
  target.addEventListener('pointerleave', () => events.onPointer(undefined));
  map.on('singleclick', (event) => {
    const { originalEvent } = event;
    const isTouch = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    if (tool === 'point') events.onPick([event.coordinate[0]!, event.coordinate[1]!], isTouch);
  });
  const padding = () => events.coveredPx().map((pixels) => pixels + airPx);

  const moveTo = (view: ShownView) => {
    const olView = map.getView();
    olView.setRotation((view.rotationDeg * Math.PI) / 180);
    // Rounding may make the requested extent slightly wider than its level. That must not snap to the next level.
    const extent = olView.getConstrainResolution() ? shrunk(view.extent) : view.extent;
    olView.fit([...extent], { size: map.getSize() });
  };

  return {
    show(next, shown) {
      const before = subject;
      const isThere = before && shown && shown === reported;
      if (isThere && next === before) return;
      subject = next;
      if (!(before && shown && isSameMap(before, next))) {
        running?.abort();
        const old = map.getView();
        map.setView(viewFor(next));
        if (isThere) keepView(old, map.getView());
        else if (shown) moveTo(shown);
        else openFirst(map.getView(), next, padding());
        if (!isThere) useTool(tool, next.reference);
        reportMove();
      } else if (!isThere) moveTo(shown);
      // The end of a movement draws as well.
      if (next !== before) void draw();
    },
    redraw: () => void draw(),
    setBackground(next) {
      background = next;
      const frame = frameNow();
      if (subject && frame) under.draw(next, subject.reference, frame);
    },
    fit(extent) {
      const { reference } = subject ?? {};
      const minimumSize = reference && isGeographic(reference) ? 0.01 : 1000;
      const grown = growTo(extent, minimumSize);
      map.getView().fit([...grown], { duration: moving(300), easing: easeOut, padding: padding() });
    },
    zoomBy(levels) {
      const view = map.getView();
      view.animate({ zoom: (view.getZoom() ?? 0) + levels, duration: moving(200), easing: easeOut });
    },
    turnTo: (degrees) =>
      map.getView().animate({ rotation: (degrees * Math.PI) / 180, duration: moving(250), easing: easeOut }),
    getCenter() {
      const center = map.getView().getCenter();
      return center && [center[0]!, center[1]!];
    },
    pickCenter() {
      const center = map.getView().getCenter();
      if (center) events.onPick([center[0]!, center[1]!], false);
    },
    mark({ found = [], question, outlines: rings = [] }) {
      highlight(marks, found);
      highlight(questions, question ? [question] : []);
      outline(outlines, rings);
    },
    flash: (shapes) => blink(flashes, shapes),
    setTool(next) {
      tool = next;
      useTool(tool, subject?.reference);
    },
    dispose() {
      running?.abort();
      images.clear();
      under.dispose();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** Check whether two subjects have the same limits for moving and zooming. */
function isSameMap(current: Subject, other: Subject): boolean {
  const [a, b] = [current, other].map((subject) =>
    JSON.stringify([subject.service, subject.reference, subject.fullExtent, subjectResolutions(subject)]),
  );
  return a === b;
}

function keepView(from: View, to: View): void {
  to.setRotation(from.getRotation());
  to.setCenter(from.getCenter());
  to.setResolution(from.getResolution());
}

/** Return the duration of a movement: 0 if reduced motion is preferred. */
function moving(milliseconds: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds;
}
