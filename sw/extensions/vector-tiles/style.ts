import type { Value } from '../../contract/index.ts';
import type { Paint, Rgba, Stroke } from '../../draw/surface/surface.ts';
import { fillDrawing } from '../../draw/symbol/fill.ts';
import { type SymbolDrawing, symbolDrawing } from '../../draw/symbol/symbol-drawing.ts';
import { textDrawing } from '../../draw/text/text-symbol.ts';
import type { Call } from '../../handlers/call.ts';
import { loadSymbolImages } from '../../handlers/symbol-images.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type HeatMap, readReduction } from '../../service/feature-reduction.ts';
import { areaLabels, labelKey, listTiledLayers, maxVectorZoom, symbolKey, type TiledLayer } from './layers.ts';

/** Name of the only source of a style. */
const source = 'service';

/** Sizes in points become CSS pixels. */
const plainSettings = { pixelsPerPoint: 96 / 72, alpha: 1, brightness: 0, contrast: 0 };

/** A style layer of the MapLibre style specification, version 8. */
type StyleLayer = Readonly<Record<string, unknown>>;

/**
 * Create a style that shows the service as published, with a style layer for each part of each symbol and for labels.
 *
 * Styles can't express every symbol: hatches and images become their color, markers circles, clusters and bins single
 * points.
 */
export async function makeVectorStyle(
  call: Call,
  map: MapDefinition,
  tileJsonUrl: string,
  tileUrl: string,
): Promise<object> {
  const layers: StyleLayer[] = [...backgroundLayers(map)];
  const labels: StyleLayer[] = [];
  for (const tiled of listTiledLayers(call, map).reverse()) {
    const path = `Layer ${tiled.layer.LayerID} "${tiled.layer.Name}"`;
    await loadSymbolImages(call, tiled.drawing, path);
    const heat = heatLayer(tiled, path);
    if (heat) layers.push({ ...commonProperties(tiled), ...heat, layout: visibility(tiled) });
    else for (const part of symbolLayers(tiled, path)) layers.push(part);
    const label = heat ? undefined : labelLayer(tiled, path);
    if (label) labels.push(label);
  }
  return {
    version: 8,
    name: map.Name,
    // Without `tiles`, Esri's MapLibre plugin treats the URL as a tile directory.
    sources: { [source]: { type: 'vector', url: tileJsonUrl, tiles: [tileUrl] } },
    layers: [...layers, ...labels],
  };
}

function backgroundLayers({ BackgroundSymbol }: MapDefinition): StyleLayer[] {
  const paint = BackgroundSymbol && fillDrawing(BackgroundSymbol, { ...plainSettings, path: 'BackgroundSymbol' }).paint;
  return paint ? [{ id: 'background', type: 'background', paint: { 'background-color': css(paintColor(paint)) } }] : [];
}

function* symbolLayers(tiled: TiledLayer, path: string): Generator<StyleLayer> {
  const { drawing, classifier, name } = tiled;
  const settings = {
    ...plainSettings,
    path,
    alpha: 1 - Math.min(100, Math.max(0, drawing.Transparency ?? 0)) / 100,
    brightness: drawing.Brightness ?? 0,
    contrast: drawing.Contrast ?? 0,
  };
  const areAlike = classifier.symbols.length === 1;
  const drawn = classifier.symbols.map((symbol) => symbolDrawing(symbol, settings));
  // The service draws the fills of all classes below all outlines.
  for (const order of [0, 1])
    for (const [i, symbol] of drawn.entries())
      for (const part of symbol ? listDrawingParts(symbol) : []) {
        if (part.order !== order) continue;
        yield {
          ...commonProperties(tiled),
          id: areAlike ? `${name}/${part.id}` : `${name}/${i}/${part.id}`,
          filter: areAlike ? undefined : ['==', ['get', symbolKey], i],
          type: part.type,
          layout: { ...part.layout, ...visibility(tiled) },
          paint: part.paint,
        };
      }
}

const visibility = ({ layer }: TiledLayer): object => (layer.Visible ? {} : { visibility: 'none' });

const commonProperties = ({ name, zooms: [first, end] }: TiledLayer) => ({
  source,
  'source-layer': name,
  minzoom: first > 0 ? Math.min(24, first) : undefined,
  maxzoom: end <= maxVectorZoom ? Math.max(0, end) : undefined,
});

interface Part {
  readonly id: string;
  readonly type: 'fill' | 'line' | 'circle';
  readonly order: number;
  readonly paint: object;
  readonly layout?: object;
}

function listDrawingParts(drawing: SymbolDrawing): Part[] {
  if (drawing.kind === 'line') return [linePart(drawing.stroke)];
  if (drawing.kind === 'fill') {
    const { paint, outline } = drawing.fill;
    const area: Part[] = paint
      ? [
          {
            id: 'fill',
            type: 'fill',
            order: 0,
            paint: { 'fill-color': css(paintColor(paint)), 'fill-antialias': !outline },
          },
        ]
      : [];
    return outline ? [...area, linePart(outline)] : area;
  }
  const { marker, radiusPx, dxPx, dyPx, letter } = drawing.marker;
  const { fill, stroke } = marker.parts[0] ?? {};
  const color = fill ? paintColor(fill) : letter?.color;
  return [
    {
      id: 'circle',
      type: 'circle',
      order: 1,
      paint: {
        'circle-radius': radiusPx,
        'circle-color': color ? css(color) : stroke ? 'rgba(0,0,0,0)' : '#808080',
        ...(stroke ? { 'circle-stroke-color': css(stroke.color), 'circle-stroke-width': stroke.widthPx } : {}),
        'circle-translate': dxPx !== 0 || dyPx !== 0 ? [dxPx, dyPx] : undefined,
      },
    },
  ];
}

const linePart = ({ color, widthPx, dashesPx, cap, join }: Stroke): Part => ({
  id: 'line',
  type: 'line',
  order: 1,
  layout: { 'line-cap': cap, 'line-join': join },
  paint: {
    'line-color': css(color),
    'line-width': widthPx,
    'line-dasharray': dashesPx.length > 0 ? dashesPx.map((dash) => dash / widthPx) : undefined,
  },
});

const paintColor = ({ color }: Paint): Rgba => color;
const css = ([red, green, blue, alpha]: Rgba): string =>
  `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${Number(alpha.toFixed(3))})`;

/**
 * Quote a font name if a word begins with a digit. MapLibre doesn't quote names in CSS, and all text would be 10 pixels
 * high.
 */
const cssFamily = (name: string): string =>
  /^[a-z][\w-]*( [a-z_][\w-]*)*$/i.test(name) ? name : `'${name.replaceAll("'", '')}'`;

/** Create the style layer of labels. Without `glyphs` in the style, the client uses its own fonts. */
function labelLayer(tiled: TiledLayer, path: string): StyleLayer | undefined {
  const { label, name, published } = tiled;
  if (!label) return undefined;
  const symbol: Value<'SimpleTextSymbol'> = label.Symbol ?? { type: 'SimpleTextSymbol' };
  const { font, color, halos } = textDrawing(symbol, { ...plainSettings, path });
  const isLine = published.manifest.geometry === 'polyline';
  const halo = halos[0];
  return {
    ...commonProperties(tiled),
    'source-layer': areaLabels(tiled) ?? name,
    id: `${name}/label`,
    type: 'symbol',
    filter: ['has', labelKey],
    layout: {
      ...visibility(tiled),
      'text-field': ['get', labelKey],
      'text-size': font.sizePx,
      'text-font':
        font.weight >= 600 ? [cssFamily(`${font.family} Bold`), cssFamily(font.family)] : [cssFamily(font.family)],
      'symbol-placement': isLine ? 'line' : undefined,
      ...(published.manifest.geometry === 'point' ? { 'text-anchor': 'bottom-left', 'text-offset': [0.3, -0.3] } : {}),
    },
    paint: {
      'text-color': css(color),
      ...(halo ? { 'text-halo-color': css(halo.color), 'text-halo-width': halo.widthPx / 2 } : {}),
    },
  };
}

/** Density of a point of weight 1 at its center, before `heatmap-intensity`: the peak of the normal distribution. */
const gaussianPeak = 0.3989422804014327;

/**
 * Create the members of a heat map layer of a style.
 *
 * @returns undefined for other layers. Clusters and bins have no style equivalent, so their points are drawn
 *   individually.
 */
function heatLayer({ name, drawing }: TiledLayer, path: string): object | undefined {
  const reduction = drawing.FeatureReduction ? readReduction(drawing.FeatureReduction, path) : undefined;
  if (reduction?.type !== 'heatmap') return undefined;
  const { radiusPt, field, stops, minDensity, maxDensity } = reduction;
  const opacity = 1 - Math.min(100, Math.max(0, drawing.Transparency ?? 0)) / 100;
  // The kernels of server and client differ, so choose the intensity that gives the same density at a single point. A
  // style can't use the density of the data.
  const intensity = maxDensity ? 3 / (Math.PI * radiusPt ** 2 * maxDensity) / gaussianPeak : 1;
  const from = maxDensity ? minDensity / maxDensity : 0;
  return {
    id: `${name}/heat`,
    type: 'heatmap',
    paint: {
      'heatmap-radius': (radiusPt * 96) / 72,
      'heatmap-weight': field ? ['max', 0, ['to-number', ['get', field], 0]] : undefined,
      'heatmap-intensity': intensity,
      'heatmap-opacity': opacity,
      'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], 0, 'rgba(0,0,0,0)', ...colorStops(stops, from)],
    },
  };
}

/** List ratios and colors alternately. Each ratio must exceed the one before, which styles require. */
function colorStops(stops: HeatMap['stops'], from: number): (number | string)[] {
  let before = 0;
  return stops.flatMap(({ ratio, color: [red, green, blue, alpha] }) => {
    before = Math.max(before + 1e-4, from + (1 - from) * ratio);
    return [before, `rgba(${red},${green},${blue},${Number(alpha.toFixed(3))})`];
  });
}
