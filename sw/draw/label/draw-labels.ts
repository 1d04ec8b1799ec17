import type { Column } from '../../rows/batch.ts';
import type { Scheduler } from '../../scheduler.ts';
import { forEachBatch } from '../layer/draw-layer.ts';
import { layerWindow } from '../layer/layer-window.ts';
import { fieldsFor, type LayerPlan, type MapPlan } from '../plan.ts';
import { noSymbol } from '../renderer/classified-rows.ts';
import { prepareRenderer } from '../renderer/renderer.ts';
import type { Font, Surface } from '../surface/surface.ts';
import { symbolDrawing } from '../symbol/symbol-drawing.ts';
import { plainSettings } from '../symbol/symbol-settings.ts';
import { type Box, type Collisions, createCollisions } from './collision.ts';
import { createAnchorFinder, type FeatureAnchor } from './feature-anchor.ts';
import { addCandidate, type Candidates, inIdOrder, newCandidates } from './label-candidates.ts';
import { type LabelClass, labelClasses } from './label-classes.ts';
import { curveOnLine, drawLetters, letterBoxes } from './label-curve.ts';
import {
  type BlockPosition,
  backgroundMargin,
  bendBelow,
  blockAtPoint,
  blockOnLine,
  drawBlock,
  makeBlockBoxes,
  placementInView,
  type TextBlock,
  textBlock,
} from './label-placement.ts';

/**
 * Labels are also placed within this margin outside the image. They block other labels there, so that adjacent images
 * omit and cut the same labels.
 */
const marginPx = 192;

/** Candidates processed between two yields. */
const candidatesAtOnce = 64;

/** Number of labels in an image: drawn, and omitted for lack of space. */
export interface LabelCount {
  readonly drawn: number;
  readonly leftOut: number;
}

/**
 * Draw the labels of all layers: upper layers first, and within a layer by class and object ID. A label that would
 * overlap an earlier one is omitted, so the same request always draws the same labels.
 *
 * @param occupied boxes that labels must avoid
 */
export async function drawLabels(
  surface: Surface,
  plan: MapPlan,
  occupied: readonly Box[],
  scheduler: Scheduler,
): Promise<LabelCount> {
  const count = { drawn: 0, leftOut: 0 };
  let collisions: Collisions | undefined;
  for (const layer of plan.layers) {
    if (layer.kind === 'raster' || !layer.showLabels) continue;
    const classes = labelClasses(layer, plan.view.scale, plan.view.dpi);
    if (classes.length === 0) continue;
    if (!collisions) {
      collisions = createCollisions(surface.widthPx, surface.heightPx, marginPx);
      for (const box of occupied) collisions.claim(box);
    }
    const lists = await findCandidates(layer, classes, plan, scheduler);
    for (const [i, labelClass] of classes.entries()) {
      const list = lists[i]!;
      const minWidthPx = makeMinWidthPx(surface, labelClass.drawing.font);
      for (const [done, index] of inIdOrder(list).entries()) {
        const outcome = drawWhereFree(surface, labelClass, list, index, collisions, minWidthPx, plan.labelRoom);
        if (outcome !== 'empty' && isInside(list, index, surface)) count[outcome]++;
        const waiting = done % candidatesAtOnce === 0 ? scheduler.yieldIfDue() : undefined;
        if (waiting) await waiting;
      }
    }
  }
  return count;
}

const isInside = ({ x, y }: Candidates, index: number, { widthPx, heightPx }: Surface): boolean =>
  x[index]! >= 0 && y[index]! >= 0 && x[index]! <= widthPx && y[index]! <= heightPx;

/** Find the label candidates of each class, in class order. */
async function findCandidates(
  layer: LayerPlan,
  classes: readonly LabelClass[],
  { view, isPartOfWhole }: MapPlan,
  scheduler: Scheduler,
): Promise<Candidates[]> {
  const { manifest } = layer.table;
  const path = `Layer ${layer.layerId} "${layer.name}"`;
  const classifier = prepareRenderer(layer.drawing.FeatureRenderer!, fieldsFor(layer, 'FeatureRenderer'), path);
  const settings = { ...plainSettings(path, view.dpi), pixelsPerPoint: (view.dpi / 72) * layer.symbolScale };
  const radii = classifier.symbols.map((symbol) => {
    const drawing = symbolDrawing(symbol, settings);
    if (drawing?.kind === 'marker') return drawing.marker.radiusPx;
    return drawing?.kind === 'line' ? drawing.stroke.widthPx / 2 : 0;
  });
  const window = layerWindow(view, layer.projection, marginPx);
  const anchors = createAnchorFinder(view, layer.projection, marginPx, isPartOfWhole);
  const lists = classes.map(newCandidates);
  const ofClasses = classes.flatMap(({ text, filter }) => [...text.fields, ...(filter?.fields ?? [])]);
  const fields = [manifest.idField, ...classifier.fields, ...ofClasses];
  await forEachBatch(
    layer,
    window,
    { fields, needsAreas: classifier.needsAreas },
    ({ geometry, attributes, rowMask, areas }) => {
      const { symbols } = classifier.classify(attributes, geometry.rowCount, areas);
      const ids = attributes!.columns.get(manifest.idField) as Exclude<Column, { kind: 'string' }>;
      const filters = classes.map((labelClass) => labelClass.filter?.(attributes!));
      for (let row = 0; row < geometry.rowCount; row++) {
        const symbol = symbols[row]!;
        if (symbol === noSymbol || (rowMask && rowMask[row] === 0)) continue;
        let anchor: FeatureAnchor | undefined;
        for (let i = 0; i < classes.length; i++) {
          const filter = filters[i];
          if (filter && filter[row] === 0) continue;
          anchor ??= anchors.of(geometry, row);
          if (!anchor) break;
          addCandidate(lists[i]!, attributes!, row, ids.values[row]!, anchor, radii[symbol]!);
        }
      }
      return scheduler.yieldIfDue();
    },
  );
  return lists;
}

function drawWhereFree(
  surface: Surface,
  base: LabelClass,
  list: Candidates,
  index: number,
  collisions: Collisions,
  minWidthPx: (text: string) => number,
  roomFactor = 1,
): keyof LabelCount | 'empty' {
  const anchor = list.anchors[index];
  const labelClass = anchor?.cut ? { ...base, linePlacement: placementInView(base.linePlacement, anchor.cut) } : base;
  const { drawing } = labelClass;
  const { sizePx } = drawing.font;
  if (sizePx === 0) return 'empty';
  const paddingPx = Math.max(1, drawing.halos[0]?.widthPx ?? 0, drawing.background ? sizePx * backgroundMargin : 0);
  const gapPx = sizePx / 6;
  const radiusPx = list.radiusPx[index]!;
  const x = list.x[index]!;
  const y = list.y[index]!;
  const atPoint = (block: TextBlock) => blockAtPoint(block, labelClass.pointPlacement, x, y, radiusPx, gapPx);
  if (!anchor && drawing.angleDeg === 0) {
    // Among dense points most labels stop here, because even the narrowest text would collide.
    const smallest = atPoint({ ...narrowestBlock, heightPx: sizePx * 0.9 });
    if (collisions.isCovered(smallest.xPx + drawing.dxPx, smallest.yPx + drawing.dyPx)) return 'leftOut';
  }
  const text = labelClass.text(list.batches[list.batchNumbers[index]!]!, list.rows[index]!);
  if (text === '') return 'empty';
  if (!anchor && drawing.angleDeg === 0 && !/[\r\n]/.test(text)) {
    const smallest = { ...narrowestBlock, widthPx: minWidthPx(text), heightPx: sizePx * 0.9 };
    const { xPx, yPx } = atPoint(smallest);
    const [box] = makeBlockBoxes(
      smallest,
      { xPx: xPx + drawing.dxPx, yPx: yPx + drawing.dyPx, angleDeg: 0 },
      paddingPx,
    );
    if (!collisions.isFree(box!)) return 'leftOut';
  }
  const block = textBlock(surface, text, drawing);
  const isBent =
    anchor?.kind === 'line' && bendBelow(labelClass.linePlacement, anchor.line!, block.widthPx) > sizePx * straight;
  const bent = isBent && drawCurve(surface, labelClass, anchor.line!, radiusPx + gapPx, block, paddingPx, collisions);
  if (bent) return bent;
  const position = anchor ? findBlockPosition(labelClass, anchor, radiusPx + gapPx, block, roomFactor) : atPoint(block);
  if (!position) return 'leftOut';
  const moved = {
    xPx: position.xPx + drawing.dxPx,
    yPx: position.yPx + drawing.dyPx,
    angleDeg: position.angleDeg + drawing.angleDeg,
  };
  const boxes = makeBlockBoxes(block, moved, paddingPx);
  if (!claimAll(boxes, collisions)) return 'leftOut';
  if (isSeen(boxes, surface)) drawBlock(surface, block, moved, drawing);
  return 'drawn';
}

/** Draw a label along a bent line; undefined if its characters can't follow the line. */
function drawCurve(
  surface: Surface,
  { drawing, linePlacement }: LabelClass,
  line: Float64Array,
  awayPx: number,
  block: TextBlock,
  paddingPx: number,
  collisions: Collisions,
): keyof LabelCount | undefined {
  // A background can't bend.
  if (drawing.angleDeg !== 0 || drawing.background) return undefined;
  const letters = curveOnLine(surface, block, drawing, linePlacement, line, awayPx);
  if (!letters) return undefined;
  const boxes = letterBoxes(letters, block.heightPx, paddingPx, drawing);
  if (!claimAll(boxes, collisions)) return 'leftOut';
  if (isSeen(boxes, surface)) drawLetters(surface, letters, block, drawing);
  return 'drawn';
}

function claimAll(boxes: readonly Box[], collisions: Collisions): boolean {
  if (!boxes.every((box) => collisions.isFree(box))) return false;
  for (const box of boxes) collisions.claim(box);
  return true;
}

function isSeen(boxes: readonly Box[], { widthPx, heightPx }: Surface): boolean {
  return boxes.some(([xmin, ymin, xmax, ymax]) => xmax > 0 && ymax > 0 && xmin < widthPx && ymin < heightPx);
}

/** Maximum bend of the line under a straight text, as a fraction of the font size. */
const straight = 0.25;

const narrowestBlock: TextBlock = { lines: [], widthPx: 1, heightPx: 1, lineHeightPx: 0, ascentPx: 0 };

function findBlockPosition(
  { linePlacement }: LabelClass,
  anchor: FeatureAnchor,
  awayPx: number,
  block: TextBlock,
  roomFactor: number,
): BlockPosition | undefined {
  if (anchor.kind === 'line') return blockOnLine(block, linePlacement, anchor.line!, awayPx);
  // A label much larger than its area would seem to belong to the neighboring areas.
  const isTooSmall =
    anchor.widthPx * roomFactor < block.widthPx / 2 || anchor.heightPx * roomFactor < block.heightPx / 2;
  return isTooSmall ? undefined : { xPx: anchor.xPx, yPx: anchor.yPx, angleDeg: 0 };
}

/** Ratio by which kerning can narrow a text at most. */
const tightest = 0.9;
/** Last code unit of Latin script. */
const lastUnit = 0x24f;

/**
 * Make a function that returns a lower bound of a text's width. It adds up character widths that are measured once.
 * Measuring a whole line costs ten times as much, and for most labels the bound already shows that there is no space.
 */
function makeMinWidthPx(surface: Surface, font: Font): (text: string) => number {
  const widths = new Float64Array(lastUnit + 1).fill(Number.NaN);
  return (text) => {
    let widthPx = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      // Combining marks and joined characters of other scripts may have no width.
      if (unit > lastUnit) continue;
      let width = widths[unit]!;
      if (Number.isNaN(width)) {
        width = surface.measureText(String.fromCharCode(unit), font).widthPx;
        widths[unit] = width;
      }
      widthPx += width;
    }
    return widthPx * tightest;
  };
}
