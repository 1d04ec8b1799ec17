import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { Value } from '../../../sw/contract/index.ts';
import type { LayoutRequest, SheetRequest } from '../../../sw/extensions/print/layout-request.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { wgs84 } from '../../contract/sample-parts.ts';

const rgb = (Red: number, Green: number, Blue: number): Value<'Color'> => ({ type: 'RgbColor', Red, Green, Blue });
const plain = { MapArea: { type: 'MapExtent' }, Rotation: 0, HonorLayerReordering: false } as const;
const layer = { type: 'LayerDescription', Visible: true, ShowLabels: false, ScaleSymbols: false } as const;
const noSelection = { SetSelectionSymbol: false, SelectionBufferDistance: 0, ShowSelectionBuffer: false } as const;

/** A map with only a blue background. */
const below: Value<'MapDescription'> = {
  ...plain,
  Name: 'Squares only',
  BackgroundSymbol: { type: 'SimpleFillSymbol', Color: rgb(0, 0, 255), Style: 'gisSFSSolid' },
  LayerDescriptions: [{ ...layer, ...noSelection, LayerID: 0, Visible: false, DefinitionExpression: '' }],
};

/** Towns with labels over half-transparent squares. */
const above: Value<'MapDescription'> = {
  ...plain,
  Name: 'Layers',
  LayerDescriptions: [
    { ...layer, ...noSelection, LayerID: 1, ShowLabels: true, DefinitionExpression: '' },
    {
      ...layer,
      ...noSelection,
      LayerID: 3,
      DefinitionExpression: '',
      DrawingDescription: { type: 'FeatureLayerDrawingDescription', ScaleSymbols: false, Transparency: 50 },
    },
  ],
};

export const nothingAround: SheetRequest = {
  title: '',
  text: '',
  legend: false,
  scaleBar: false,
  north: false,
  credits: false,
  grid: 'none',
  units: 'metric',
  notes: {},
  texts: { legend: 'Legend', more: 'and {count} more' },
};

/** The sample map over a blue map, of the whole world on A4 landscape. */
export const sampleLayout: LayoutRequest = {
  format: 'gisImagePDF',
  dpi: 150,
  widthMm: 297,
  heightMm: 210,
  sheet: nothingAround,
  maps: [
    { service: 'Cached', description: below },
    { service: 'Sample', description: above },
  ],
  extent: [-180, -90, 180, 90],
  rotationDeg: 0,
  reference: wgs84,
  locale: 'en',
};

export async function askLayout(context: Context, layout: unknown): Promise<Response> {
  const request = new Request('http://soapstone.test/admin/layout', { method: 'POST', body: writeJson(layout) });
  return (await answer(context, request))!;
}
