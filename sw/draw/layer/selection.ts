import type { Value } from '../../contract/index.ts';
import type { AttributeBatch } from '../../rows/batch.ts';
import type { LayerPlan, RowFilter, SelectionPlan } from '../plan.ts';

/** Outline width of a selected area, in points. */
const outlineWidth = 2;

/**
 * Make the layer that draws selected features on top: with the selection's symbol, else with the layer's own symbols in
 * the selection's colour, areas as outlines (semantics.md 0.7). Features that the filter excludes are not drawn.
 */
export function selectionLayer(layer: LayerPlan, selection: SelectionPlan): LayerPlan {
  const selected = rowFilter(selection.rows);
  const { filter, drawing, selection: _, ...rest } = layer;
  const renderer = drawing.FeatureRenderer;
  return {
    ...rest,
    showLabels: false,
    filter: filter
      ? Object.assign((attributes: AttributeBatch) => both(selected(attributes), filter(attributes)), {
          fields: filter.fields,
        })
      : selected,
    drawing: {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: renderer && selectedRenderer(renderer, selection),
      VisualVariables: selection.symbol ? undefined : drawing.VisualVariables,
    },
  };
}

/** Make a filter that keeps the rows of an ascending list. */
function rowFilter(rows: Uint32Array): RowFilter {
  const maskOf = ({ firstRow, rowCount }: AttributeBatch): Uint8Array => {
    const rowMask = new Uint8Array(rowCount);
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle]! < firstRow) low = middle + 1;
      else high = middle;
    }
    for (; low < rows.length && rows[low]! < firstRow + rowCount; low++) rowMask[rows[low]! - firstRow] = 1;
    return rowMask;
  };
  return Object.assign(maskOf, { fields: [] });
}

function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((rowMask, row) => rowMask & b[row]!);
}

function selectedRenderer(
  renderer: Value<'FeatureRenderer'>,
  { symbol, color }: SelectionPlan,
): Value<'FeatureRenderer'> {
  if (symbol) return { type: 'SimpleRenderer', Symbol: symbol };
  switch (renderer.type) {
    case 'SimpleRenderer':
      return { ...renderer, Symbol: selectedSymbol(renderer.Symbol, color) };
    case 'ClassBreaksRenderer': {
      const { BackgroundSymbol: _, ...rest } = renderer;
      return {
        ...rest,
        DefaultSymbol: renderer.DefaultSymbol && selectedSymbol(renderer.DefaultSymbol, color),
        ClassBreakInfos: renderer.ClassBreakInfos.map((info) => ({
          ...info,
          Symbol: selectedSymbol(info.Symbol, color),
        })),
      };
    }
    case 'UniqueValueRenderer':
      return {
        ...renderer,
        DefaultSymbol: renderer.DefaultSymbol && selectedSymbol(renderer.DefaultSymbol, color),
        UniqueValueInfos: (renderer.UniqueValueInfos ?? []).map((info) =>
          info.Symbol ? { ...info, Symbol: selectedSymbol(info.Symbol, color) } : info,
        ),
      };
  }
}

function selectedSymbol(symbol: Value<'Symbol'>, color: Value<'Color'>): Value<'Symbol'> {
  switch (symbol.type) {
    case 'SimpleFillSymbol':
    case 'PictureFillSymbol':
    case 'XMLBinaryFillSymbol':
      return {
        type: 'SimpleFillSymbol',
        Color: color,
        Style: 'gisSFSNull',
        Outline: { type: 'SimpleLineSymbol', Color: color, Width: outlineWidth, Style: 'gisSLSSolid' },
      };
    case 'SimpleMarkerSymbol':
    case 'CharacterMarkerSymbol':
    case 'SimpleLineSymbol':
      return { ...symbol, Color: color };
    default:
      return symbol;
  }
}
