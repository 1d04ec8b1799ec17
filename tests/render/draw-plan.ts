import type { Value } from '../../sw/contract/index.ts';
import { type RasterSurface, readSurfacePixels } from '../../sw/draw/image/rgba-pixels.ts';
import { drawMap } from '../../sw/draw/map.ts';
import type { LayerPlan, MapPlan } from '../../sw/draw/plan.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { createRasterSurface } from '../../sw/draw/surface/pixels.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { fitExtent, type MapView } from '../../sw/geometry/view.ts';
import type { Table } from '../../sw/rows/table.ts';
import { createScheduler } from '../../sw/scheduler.ts';
import { fontFiles } from '../../sw/service/font-files.ts';

export const createCanvas = (widthPx: number, heightPx: number) => new OffscreenCanvas(widthPx, heightPx);

let fonts: Promise<unknown> | undefined;

/** Load the shipped fonts into this page, once. */
export function loadFonts(): Promise<unknown> {
  fonts ??= Promise.all(
    fontFiles.map(async ({ family, file, style, weight, unicodeRange }) => {
      const serviceInterface = new FontFace(family, `url(/${file})`, { style, weight: String(weight), unicodeRange });
      document.fonts.add(await serviceInterface.load());
    }),
  );
  return fonts;
}

export function makeMapView(extent: Extent, widthPx: number, heightPx: number, dpi = 96, rotationDeg = 0): MapView {
  const fitted = fitExtent(extent, widthPx, heightPx);
  return {
    extent: fitted,
    widthPx,
    heightPx,
    dpi,
    resolution: (fitted[2] - fitted[0]) / widthPx,
    rotationDeg,
    scale: 1e6,
  };
}

export function makeLayerPlan(
  table: Table,
  drawing: Omit<Value<'FeatureLayerDrawingDescription'>, 'type'>,
  more: Partial<LayerPlan> = {},
): LayerPlan {
  return {
    layerId: 0,
    name: 'Test',
    table,
    drawing: { type: 'FeatureLayerDrawingDescription', ...drawing },
    symbolScale: 1,
    showLabels: true,
    ...more,
  };
}

/** Let waiting tasks run. A timer would wait 4 ms when it is set repeatedly. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Draw a plan on a pixel surface. @param kind 'canvas' draws with the canvas only */
export async function draw(plan: MapPlan, signal?: AbortSignal, kind?: 'canvas'): Promise<RasterSurface> {
  await loadFonts();
  const { widthPx, heightPx } = plan.view;
  const create = kind === 'canvas' ? createCanvasSurface : createRasterSurface;
  const surface = await create(widthPx, heightPx, createCanvas);
  await drawMap(
    surface,
    plan,
    createScheduler(() => performance.now(), nextTask, signal),
    fontsBeforeText(surface),
  );
  return surface;
}

/** Make text fail on a surface until its fonts are loaded. @returns the function that loads them */
function fontsBeforeText(surface: RasterSurface): () => Promise<void> {
  let areReady = false;
  const { measureText, drawText } = surface;
  const checked =
    <A extends unknown[], R>(use: (...values: A) => R) =>
    (...values: A): R => {
      if (!areReady) throw new Error('Text before its fonts.');
      return use(...values);
    };
  Object.assign(surface, { measureText: checked(measureText), drawText: checked(drawText) });
  return async () => {
    await nextTask();
    areReady = true;
  };
}

/** Draw a plan, and copy its pixels to a canvas. */
export async function drawToCanvas(plan: MapPlan): Promise<OffscreenCanvas> {
  const surface = await draw(plan);
  const { widthPx, heightPx } = surface;
  const canvas = createCanvas(widthPx, heightPx);
  canvas.getContext('2d')!.putImageData(new ImageData(readSurfacePixels(surface, 'nothing'), widthPx, heightPx), 0, 0);
  if ('release' in surface) surface.release();
  return canvas;
}

export const rgb = (Red: number, Green: number, Blue: number, AlphaValue = 255): Value<'Color'> => ({
  type: 'RgbColor',
  Red,
  Green,
  Blue,
  AlphaValue,
});

export const line = (
  Color: Value<'Color'>,
  Width: number,
  Style: Value<'gisSimpleLineStyle'> = 'gisSLSSolid',
): Value<'SimpleLineSymbol'> => ({
  type: 'SimpleLineSymbol',
  Color,
  Width,
  Style,
});

export const fill = (
  Color: Value<'Color'>,
  Outline?: Value<'LineSymbol'>,
  Style: Value<'gisSimpleFillStyle'> = 'gisSFSSolid',
): Value<'SimpleFillSymbol'> => ({ type: 'SimpleFillSymbol', Color, ...(Outline ? { Outline } : {}), Style });

export const marker = (
  Color: Value<'Color'>,
  Size: number,
  Style: Value<'gisSimpleMarkerStyle'> = 'gisSMSCircle',
  more: Partial<Value<'SimpleMarkerSymbol'>> = {},
): Value<'SimpleMarkerSymbol'> => ({
  type: 'SimpleMarkerSymbol',
  Color,
  Size,
  Style,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  Outline: true,
  OutlineSize: 0.75,
  OutlineColor: rgb(255, 255, 255),
  ...more,
});

export const simple = (symbol: Value<'Symbol'>): Value<'SimpleRenderer'> => ({
  type: 'SimpleRenderer',
  Symbol: symbol,
});
