import 'ol/ol.css';
import { easeOut } from 'ol/easing.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import Projection from 'ol/proj/Projection.js';
import View from 'ol/View.js';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { isAbort, messageOf } from '../../call.ts';
import type { Tool } from '../../state/tasks.ts';
import type { Drawn, View as ShownView } from '../../state/view.ts';
import { drawPicture } from './draw-picture.ts';
import { drawTools } from './draw-tool.ts';
import { blink, highlight, highlightLayer, questionLayer } from './highlight.ts';
import { type Frame, pictureLayer } from './picture-layer.ts';

/** What the map shows: a service, how it is described, and in which reference. */
export interface Subject {
  readonly service: string;
  readonly description: Value<'MapDescription'>;
  readonly reference: SpatialReference;
  readonly fullExtent: Extent;
}

export interface ViewerEvents {
  /** @param frame what the map shows, without the margin of the picture */
  onMove(view: ShownView, frame: Frame): void;
  onPointer(position: readonly [number, number] | undefined): void;
  /** A click or Enter: the place in map units. */
  onPick(position: readonly [number, number]): void;
  /** A finished box or area. */
  onShape(shape: Value<'Geometry'>): void;
  /** Pixels at the edges that lie under tools: above, right, below, left. */
  coveredPx(): readonly [number, number, number, number];
  onDrawing(): void;
  onDrawn(drawn: Drawn): void;
  onFailed(message: string): void;
}

export interface Viewer {
  /** Show another service or projection, at `start` or as a whole. */
  open(subject: Subject, start: ShownView | undefined): void;
  /** Draw the same view again with another description. */
  redraw(description: Value<'MapDescription'>): void;
  goTo(view: ShownView): void;
  fit(extent: Extent): void;
  zoomBy(levels: number): void;
  turnTo(degrees: number): void;
  pickCentre(): void;
  mark(shape: Value<'Geometry'> | undefined): void;
  /** Let shapes blink. */
  flash(shapes: readonly Value<'Geometry'>[]): void;
  /** Show the shape of a query. */
  ask(shape: Value<'Geometry'> | undefined): void;
  /** Change what a click or drag does. */
  setTool(tool: Tool): void;
  dispose(): void;
}

/** The picture is this much wider and higher than the view, so that a small move shows no edge. */
const margin = 1.2;
/** Air between the outermost features and what covers the map. */
const airPx = 20;

/** Make a map in an element. */
export function createViewer(target: HTMLElement, events: ViewerEvents): Viewer {
  const pictures = pictureLayer();
  const marks = highlightLayer();
  const flashes = highlightLayer();
  const questions = questionLayer();
  const map = new OlMap({
    target,
    controls: [],
    layers: [pictures.layer, questions, marks, flashes],
    interactions: defaultInteractions({ zoomDuration: 200 }),
    view: new View({ center: [0, 0], resolution: 1 }),
  });
  let subject: Subject | undefined;
  let running: AbortController | undefined;
  let tool: Tool = 'point';
  const useTool = drawTools(map, (shape) => events.onShape(shape));

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
    const mine = new AbortController();
    running = mine;
    events.onDrawing();
    const { service, description, reference } = subject;
    try {
      const { picture, drawn } = await drawPicture(
        service,
        description,
        reference,
        frame,
        devicePixelRatio,
        mine.signal,
      );
      if (mine.signal.aborted) return;
      pictures.show(picture);
      events.onDrawn(drawn);
    } catch (error) {
      if (!mine.signal.aborted && !isAbort(error)) events.onFailed(messageOf(error));
    }
  };

  const tellMove = () => {
    const frame = frameNow();
    if (!frame) return;
    const [widthPx, heightPx] = [Math.round(frame.widthPx / margin), Math.round(frame.heightPx / margin)];
    const halfWidth = (widthPx / 2) * frame.resolution;
    const halfHeight = (heightPx / 2) * frame.resolution;
    const [x, y] = frame.center;
    const extent = [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight] as const;
    events.onMove({ extent, rotationDeg: (frame.rotation * 180) / Math.PI }, { ...frame, widthPx, heightPx });
  };

  map.on('moveend', () => {
    if (!subject) return;
    tellMove();
    void draw();
  });
  map.on('pointermove', (event) => {
    if (!event.dragging) events.onPointer([event.coordinate[0]!, event.coordinate[1]!]);
  });
  target.addEventListener('pointerleave', () => events.onPointer(undefined));
  map.on('singleclick', (event) => {
    if (tool === 'point') events.onPick([event.coordinate[0]!, event.coordinate[1]!]);
  });
  const padding = () => events.coveredPx().map((pixels) => pixels + airPx);

  const place = (view: ShownView) => {
    const olView = map.getView();
    olView.setRotation((view.rotationDeg * Math.PI) / 180);
    olView.fit([...view.extent], { size: map.getSize() });
  };

  return {
    open(next, start) {
      running?.abort();
      subject = next;
      map.setView(viewFor(next));
      if (start) place(start);
      else map.getView().fit([...next.fullExtent], { padding: padding() });
      useTool(tool, next.reference);
      tellMove();
      void draw();
    },
    redraw(description) {
      if (!subject) return;
      subject = { ...subject, description };
      void draw();
    },
    goTo: place,
    fit(extent) {
      const { reference } = subject ?? {};
      const least = reference && isGeographic(reference) ? 0.01 : 1000;
      const grown = growTo(extent, least);
      map.getView().fit([...grown], { duration: 300, easing: easeOut, padding: padding() });
    },
    zoomBy(levels) {
      const view = map.getView();
      view.animate({ zoom: (view.getZoom() ?? 0) + levels, duration: 200, easing: easeOut });
    },
    turnTo: (degrees) => map.getView().animate({ rotation: (degrees * Math.PI) / 180, duration: 250, easing: easeOut }),
    pickCentre() {
      const center = map.getView().getCenter();
      if (center) events.onPick([center[0]!, center[1]!]);
    },
    mark: (shape) => highlight(marks, shape ? [shape] : []),
    flash: (shapes) => blink(flashes, shapes),
    ask: (shape) => highlight(questions, shape ? [shape] : []),
    setTool(next) {
      tool = next;
      useTool(tool, subject?.reference);
    },
    dispose() {
      running?.abort();
      pictures.clear();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** A view without a projection of the viewer's own: all reprojection is the server's, coordinates are only numbers here. */
function viewFor({ reference, fullExtent }: Subject): View {
  const [width, height] = [fullExtent[2] - fullExtent[0], fullExtent[3] - fullExtent[1]];
  const widest = Math.max(width, height) || 1;
  const units = isGeographic(reference) ? 'degrees' : 'm';
  return new View({
    projection: new Projection({ code: 'soapstone:map', units, extent: [...fullExtent], global: false }),
    extent: [
      fullExtent[0] - width / 4,
      fullExtent[1] - height / 4,
      fullExtent[2] + width / 4,
      fullExtent[3] + height / 4,
    ],
    constrainOnlyCenter: true,
    center: [(fullExtent[0] + fullExtent[2]) / 2, (fullExtent[1] + fullExtent[3]) / 2],
    resolution: widest / 1000,
    maxResolution: widest / 180,
    minResolution: widest / 2 ** 29,
    showFullExtent: true,
  });
}

function growTo([xmin, ymin, xmax, ymax]: Extent, least: number): Extent {
  const growX = Math.max(0, (least - (xmax - xmin)) / 2);
  const growY = Math.max(0, (least - (ymax - ymin)) / 2);
  return [xmin - growX, ymin - growY, xmax + growX, ymax + growY];
}
