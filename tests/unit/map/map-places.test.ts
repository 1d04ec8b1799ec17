import View from 'ol/View.js';
import { expect, test } from 'vitest';
import { listExtents } from '../../../src/map/view/map-places.ts';
import { openFirst, type Subject } from '../../../src/map/widget/subject-view.ts';
import type { MapInfo } from '../../../src/state/services.ts';

const reference = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
const envelope = ([XMin, YMin, XMax, YMax]: readonly number[]) => ({ type: 'EnvelopeN', XMin, YMin, XMax, YMax });
const layer = (LayerID: number, MinScale: number, IsComposite = false) => ({ LayerID, MinScale, IsComposite });

const places = (layers: readonly object[]) =>
  listExtents(
    {
      Extent: envelope([5, 4, 5.1, 4.075]),
      FullExtent: envelope([0, 0, 12, 8]),
      MapLayerInfos: layers,
      DefaultMapDescription: { SpatialReference: reference },
    } as unknown as MapInfo,
    reference,
  );

/** Return the initial resolution in map units per pixel of a map of this size, with nothing next to it. */
function openedAt(layers: readonly object[], sizePx: [number, number]): number {
  const view = new View({ resolution: 1, minResolution: 1e-9, center: [0, 0] });
  view.setViewportSize(sizePx);
  openFirst(view, places(layers) as Subject, [0, 0, 0, 0]);
  return view.getResolution()!;
}

test('a map reaches as far as its layers, and is opened where its author chose', () => {
  expect(places([layer(0, 0)])).toEqual({ fullExtent: [0, 0, 12, 8], firstExtent: [5, 4, 5.1, 4.075] });
});

test('a map is opened so near that a layer is drawn, on a small screen too', () => {
  // The scale of the extent at a width of 1,024 pixels
  const scale = (0.1 / 1024) * 96 * 4_374_754;
  const layers = [layer(0, 1.01 * scale), layer(1, 0, true)];
  expect(openedAt(layers, [1024, 768])).toBeLessThanOrEqual(0.1 / 1024);
  expect(openedAt(layers, [390, 600])).toBeLessThan((1.01 * 0.1) / 1024);
  expect(openedAt(layers, [390, 600])).toBeGreaterThan((0.9 * 0.1) / 1024);
  // If a layer is always drawn, or the author shows much more, the chosen extent is unchanged
  expect(openedAt([...layers, layer(2, 0)], [390, 600])).toBeCloseTo(0.1 / 390, 9);
  expect(openedAt([layer(0, scale / 10)], [390, 600])).toBeCloseTo(0.1 / 390, 9);
});
