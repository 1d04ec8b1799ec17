import type { Value } from '../../sw/contract/index.ts';
import { drawMap } from '../../sw/draw/map.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import type { Surface } from '../../sw/draw/surface/surface.ts';
import { createScheduler } from '../../sw/scheduler.ts';
import { fill, line, loadFonts, makeLayerPlan, makeMapView, marker, rgb, simple } from '../render/draw-plan.ts';
import { makeSourceTable } from '../render/table-of.ts';
import { countries } from '../render/world.ts';

export const size = { widthPx: 640, heightPx: 400 } as const;

const worldFields = { NAME: 'gisFieldTypeString', NUMBER: 'gisFieldTypeInteger' } as const;
const letters: Value<'SimpleTextSymbol'> = {
  type: 'SimpleTextSymbol',
  Color: rgb(40, 50, 60),
  Size: 9,
  MaskStyle: 'gisMSHalo',
  MaskSize: 1,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
};

/**
 * Return a map of Europe with elements that are hard for formats: hatches, a translucent layer, dashes, rotated
 * markers, labels with halos, and a label in letters that no shipped font has.
 */
export async function sampleMap(): Promise<MapPlan> {
  const areas = makeSourceTable('polygon', await countries('110m'), worldFields);
  const box = [-4, 44, 14, 44, 14, 53, -4, 53, -4, 44];
  const hole = [2, 47, 2, 50, 8, 50, 8, 47, 2, 47];
  const zones = makeSourceTable('polygon', [
    { parts: [box, hole] },
    { parts: [[20, 40, 34, 40, 34, 48, 20, 48, 20, 40]] },
  ]);
  const ways = makeSourceTable('polyline', [{ parts: [[-8, 38, 2, 42, 12, 46, 22, 52, 36, 56]] }]);
  const towns = makeSourceTable(
    'point',
    ['Ångström', 'Πάτρα', 'Киев', 'Łódź', 'שלום'].map((NAME, i) => ({
      parts: [[-6 + 11 * i, 60 - 3 * i]],
      values: { NAME },
    })),
    { NAME: 'gisFieldTypeString' },
  );
  const label = (Size: number, Angle = 0): Value<'LabelingDescription'> => ({
    LabelClassDescriptions: [{ LabelExpression: '[NAME]', Symbol: { ...letters, Size, Angle } }],
  });
  return {
    view: makeMapView([-12, 34, 48, 66], size.widthPx, size.heightPx),
    background: fill(rgb(214, 228, 238)),
    layers: [
      makeLayerPlan(towns, {
        FeatureRenderer: simple(marker(rgb(180, 60, 40), 12, 'gisSMSDiamond', { Angle: 20 })),
        LabelingDescription: label(14),
      }),
      makeLayerPlan(ways, { FeatureRenderer: simple(line(rgb(120, 40, 140), 2.5, 'gisSLSDashDot')) }),
      makeLayerPlan(zones, {
        FeatureRenderer: simple(fill(rgb(20, 90, 60), line(rgb(20, 90, 60), 1.5), 'gisSFSDiagonalCross')),
        Transparency: 40,
      }),
      makeLayerPlan(areas, {
        FeatureRenderer: simple(fill(rgb(236, 229, 214), line(rgb(170, 155, 130), 1.5))),
        LabelingDescription: label(9),
      }),
    ],
  };
}

/** Draw the map like a request. */
export async function drawSample(surface: Surface, plan: MapPlan): Promise<void> {
  await loadFonts();
  await drawMap(
    surface,
    plan,
    createScheduler(
      () => performance.now(),
      async () => undefined,
    ),
    async () => undefined,
  );
}

/** Read a font of the app. */
export async function readFile(path: string): Promise<ArrayBuffer> {
  return (await fetch(`/${path}`)).arrayBuffer();
}
