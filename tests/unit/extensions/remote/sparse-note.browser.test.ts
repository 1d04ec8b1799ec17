import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { SparseNote } from '../../../../src/extensions/remote/sparse-note.tsx';
import { outline, outlineLayer } from '../../../../src/map/widget/highlight.ts';
import { currentKey, filters, mapInfo, setVisible } from '../../../../src/state/services.ts';
import { drawn, outlines, screen, view } from '../../../../src/state/view.ts';

const ring = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0];
const layer = (LayerID: number, Name: string, MinScale: number) => ({
  LayerID,
  Name,
  MinScale,
  MaxScale: 0,
  IsFeatureLayer: true,
  ParentLayerID: -1,
});

test('a layer elsewhere that is not drawn is outlined, and the map says so', async () => {
  const requested: { readonly id: number; readonly extent: readonly number[] }[] = [];
  const read = async (_: string, id: number, area: object) => {
    requested.push({ id, extent: (area as { extent: number[] }).extent });
    return { isRemote: id !== 2, rings: id === 2 ? [] : [ring, ring] };
  };
  currentKey.value = 'There';
  mapInfo.value = {
    Name: 'There',
    MapLayerInfos: [layer(0, 'Mills', 50_000), layer(1, 'Roads', 5_000_000), layer(2, 'Stored', 50_000)],
    DefaultMapDescription: { SpatialReference: { type: 'GeographicCoordinateSystem', WKID: 4326 } },
  } as never;
  screen.value = { widthPx: 1000, heightPx: 500, resolution: 0.01 };
  view.value = { extent: [0, 0, 10, 5], rotationDeg: 0 };
  const host = document.body.appendChild(document.createElement('div'));
  const draw = async (scale: number) => {
    await act(() => {
      drawn.value = { scale, layerIds: [], totalMs: 1, source: { from: 'tiles' } };
    });
    // The response passes through several promises before it is shown
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  };
  const note = () => host.querySelector('[role="status"]')?.textContent;
  await act(() => render(h(SparseNote, { read }), host));

  await draw(1_000_000);
  expect(note()).toBe('Extents of groups of features of Mills. Zoom in to see the features.');
  expect(outlines.value).toEqual([ring, ring]);
  expect(requested).toEqual([0, 2].map((id) => ({ id, extent: [0, 0, 10, 5] })));

  // Cached extents aren't requested again; a rotated map shows more
  requested.length = 0;
  view.value = { extent: [0, 0, 6, 8], rotationDeg: 30 };
  await draw(10_000_000);
  expect(requested).toEqual([0, 1].map((id) => ({ id, extent: [-2, -1, 8, 9] })));
  expect(note()).toContain('Mills and Roads.');

  // No note if the layer is drawn, filtered or switched off
  await draw(40_000);
  expect([note(), outlines.value]).toEqual([undefined, []]);
  filters.value = new Map([[0, 'SIZE > 3']]);
  await draw(1_000_000);
  expect([note(), outlines.value]).toEqual([undefined, []]);
  filters.value = new Map();
  setVisible([0], false);
  await draw(1_000_000);
  expect([note(), outlines.value]).toEqual([undefined, []]);

  render(null, host);
  host.remove();
});

test('outlines take the place of those before', () => {
  const shown = outlineLayer();
  outline(shown, [ring, ring]);
  outline(shown, [ring]);
  const [feature, ...others] = shown.getSource()!.getFeatures();
  expect(others).toEqual([]);
  expect(feature!.getGeometry()!.getExtent()).toEqual([0, 0, 1, 1]);
});
