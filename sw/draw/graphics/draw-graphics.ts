import { badValue, type Value, wrongValue } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type SingleGeometry, singleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import type { PixelBox, Surface } from '../surface/surface.ts';
import { symbolDrawing } from '../symbol/symbol-drawing.ts';
import { drawShape } from './draw-shape.ts';
import { drawParagraphElement, drawTextElement } from './draw-text-element.ts';
import { drawBackground, drawBorder, drawShadow } from './frame.ts';
import { elementSettings, ellipseIn, type GraphicsView, graphicShape, rectangleRing } from './graphic-shape.ts';

type Graphic = Value<'Element'>;
type ShapeElement = Exclude<
  Graphic,
  { type: 'GroupElement' } | { type: 'TextElement' } | { type: 'ParagraphTextElement' }
>;

/** Maximum nesting of groups. */
const maxDepth = 16;

/**
 * Draw the graphics of a request over the map, the first at the bottom. Yields regularly.
 *
 * @throws {Fault} `bad-geometry` for invalid coordinates, `bad-value` for a symbol that doesn't fit the element,
 *   `too-complex` for too deeply nested groups; faults of the symbol readers
 */
export function* drawGraphics(
  surface: Surface,
  elements: readonly Graphic[],
  view: GraphicsView,
  path = 'MapDescription.CustomGraphics',
  depth = 0,
): Steps<void> {
  if (depth > maxDepth) throw wrongValue('too-complex', path, `at most ${maxDepth} nested groups`, 'more');
  for (const [i, element] of elements.entries()) {
    yield;
    const elementPath = `${path}[${i}] ${element.type}`;
    switch (element.type) {
      case 'GroupElement':
        yield* drawGroup(surface, element, view, elementPath, depth);
        break;
      case 'TextElement':
        yield* drawTextElement(surface, element, view, elementPath);
        break;
      case 'ParagraphTextElement':
        yield* drawParagraphElement(surface, element, view, elementPath);
        break;
      default:
        yield* drawShapeElement(surface, element, view, elementPath);
    }
  }
}

function* drawShapeElement(surface: Surface, element: ShapeElement, view: GraphicsView, path: string): Steps<void> {
  const { shape, kinds, fallback } = yield* readShape(element, view, path);
  const drawing = symbolDrawing(element.Symbol ?? fallback, elementSettings(element, view, `${path}.Symbol`));
  if (!drawing) return;
  if (!kinds.includes(drawing.kind))
    throw wrongValue('bad-value', `${path}.Symbol`, `a ${kinds[0]} symbol`, `a ${drawing.kind} symbol`);
  drawShape(surface, shape, drawing);
}

interface ShownShape {
  readonly shape: SingleGeometry;
  /** Kinds of symbols that can draw the geometry. */
  readonly kinds: readonly ('fill' | 'line' | 'marker')[];
  /** Symbol for elements without one. */
  readonly fallback: Value<'Symbol'>;
}

const black: Value<'Color'> = { type: 'RgbColor', AlphaValue: 255, Red: 0, Green: 0, Blue: 0 };
const defaultLine: Value<'SimpleLineSymbol'> = {
  type: 'SimpleLineSymbol',
  Color: black,
  Width: 1,
  Style: 'gisSLSSolid',
};
const defaultFill: Value<'SimpleFillSymbol'> = { type: 'SimpleFillSymbol', Style: 'gisSFSNull', Outline: defaultLine };
const defaultMarker: Value<'SimpleMarkerSymbol'> = {
  type: 'SimpleMarkerSymbol',
  Style: 'gisSMSCircle',
  Color: black,
  Size: 6,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  Outline: false,
  OutlineSize: 0,
  OutlineColor: black,
};

function* readShape(element: ShapeElement, view: GraphicsView, path: string): Steps<ShownShape> {
  const area = { kinds: ['fill', 'line'], fallback: defaultFill } as const;
  switch (element.type) {
    case 'MarkerElement':
      return {
        shape: yield* graphicShape(element.Point, view, `${path}.Point`),
        kinds: ['marker'],
        fallback: defaultMarker,
      };
    case 'LineElement':
      return { shape: yield* graphicShape(element.Line, view, `${path}.Line`), kinds: ['line'], fallback: defaultLine };
    case 'PolygonElement':
      return { shape: yield* graphicShape(element.Polygon, view, `${path}.Polygon`), ...area };
    case 'RectangleElement': {
      const ring = yield* rectangleRing(element.Rectangle, view, `${path}.Rectangle`);
      return { shape: singleGeometry('polygon', [ring]), ...area };
    }
    case 'CircleElement':
    case 'EllipseElement': {
      const ring = yield* rectangleRing(element.Rectangle, view, `${path}.Rectangle`);
      return { shape: ellipseIn(ring, element.type === 'CircleElement'), ...area };
    }
    default:
      throw badValue(path, 'a graphic element', (element as Graphic).type);
  }
}

function* drawGroup(
  surface: Surface,
  group: Value<'GroupElement'>,
  view: GraphicsView,
  path: string,
  depth: number,
): Steps<void> {
  const settings = elementSettings(group, view, path);
  const box = yield* groupBox(group, view, path);
  if (box) {
    drawShadow(surface, box, group.Shadow, settings);
    drawBackground(surface, box, group.Background, settings);
  }
  yield* drawGraphics(surface, group.Elements, view, `${path}.Elements`, depth + 1);
  if (box) drawBorder(surface, box, group.Border, settings);
}

/** Return the rectangle of a group, or the extent of its elements; undefined if the group has no frame. */
function* groupBox(group: Value<'GroupElement'>, view: GraphicsView, path: string): Steps<PixelBox | undefined> {
  if (!group.Border && !group.Background && !group.Shadow) return undefined;
  const extent = group.Rectangle
    ? extentOfVertices(yield* rectangleRing(group.Rectangle, view, `${path}.Rectangle`))
    : yield* extentOfElements(group.Elements, view, `${path}.Elements`);
  return extent && { xPx: extent[0], yPx: extent[1], widthPx: extent[2] - extent[0], heightPx: extent[3] - extent[1] };
}

function* extentOfElements(elements: readonly Graphic[], view: GraphicsView, path: string): Steps<Extent | undefined> {
  const corners: number[] = [];
  for (const [i, element] of elements.entries()) {
    yield;
    const extent = yield* extentOfElement(element, view, `${path}[${i}]`);
    for (const coordinate of extent ?? []) corners.push(coordinate);
  }
  return extentOfVertices(Float64Array.from(corners));
}

function* extentOfElement(element: Graphic, view: GraphicsView, path: string): Steps<Extent | undefined> {
  if (element.type === 'GroupElement') return yield* extentOfElements(element.Elements, view, `${path}.Elements`);
  const isText = element.type === 'TextElement' || element.type === 'ParagraphTextElement';
  const shape = isText
    ? yield* graphicShape(element.TextGeometry, view, `${path}.TextGeometry`)
    : (yield* readShape(element, view, path)).shape;
  return extentOfVertices(shape.xy.filter(Number.isFinite));
}
