import type { Value } from '../../../contract/index.ts';
import { geoJsonShape } from '../../../formats/geojson/write-geojson.ts';
import { plain, restShape } from '../../../formats/rest-value.ts';
import { getWkid } from '../../../geometry/spatial-reference.ts';
import { handlers } from '../../../handlers/index.ts';
import { layerNames } from '../../../handlers/layer-names.ts';
import { html } from '../../../pages/html.ts';
import { htmlPage } from '../../../pages/page.ts';
import { type OgcCall, type OgcResource, typedResponse } from '../call.ts';
import type { wmsRows } from '../contract/wms.ts';
import { badParameter } from '../read-parameters.ts';
import { findNamedLeaves } from './layers.ts';
import { type RequestedImage, readRequestedImage } from './requested-image.ts';

type Found = Value<'MapServerIdentifyResult'>;

/** Describe the features around a pixel: up to FEATURE_COUNT per layer, from the top layer down. */
export const getFeatureInfo: OgcResource<(typeof wmsRows)['GetFeatureInfo']> = async (call, values) => {
  const image = await readRequestedImage(call, values);
  const leaves = findNamedLeaves(call, values.query_layers, 'QUERY_LAYERS');
  const { i, j, buffer, info_format: type, feature_count: count } = values;
  if (!(i >= 0 && i < image.widthPx))
    throw badParameter('I', `pixels from 0 to ${image.widthPx - 1}`, `${i}`, 'InvalidPoint');
  if (!(j >= 0 && j < image.heightPx))
    throw badParameter('J', `pixels from 0 to ${image.heightPx - 1}`, `${j}`, 'InvalidPoint');
  const isJson = type.endsWith('json');
  const results = await identify(
    call,
    image,
    leaves.map(({ LayerID }) => LayerID),
    [i, j],
    buffer,
    isJson,
  );
  const counts = new Map<number, number>();
  const some = results.filter(({ LayerID }) => {
    const before = counts.get(LayerID) ?? 0;
    counts.set(LayerID, before + 1);
    return before < count;
  });
  if (isJson) return typedResponse(JSON.stringify(collection(call, some, image)), `${type}; charset=utf-8`);
  return type === 'text/html' ? page(call, some) : typedResponse(text(call, some), 'text/plain; charset=utf-8');
};

async function identify(
  call: OgcCall,
  { description, extent, widthPx, heightPx, dpi }: RequestedImage,
  LayerIDs: readonly number[],
  [i, j]: readonly [number, number],
  Tolerance: number,
  isJson: boolean,
): Promise<readonly Found[]> {
  if (LayerIDs.length === 0) return [];
  const [xmin, ymin, xmax, ymax] = extent;
  const LayerResultOptions = {
    IncludeGeometry: isJson,
    ReturnFieldNamesInResults: isJson,
    FormatValuesInResults: !isJson,
  };
  const { Result } = await handlers.Identify(call, {
    MapDescription: {
      ...description,
      // Queried layers may not be in the image, so the map's own layer order applies.
      HonorLayerReordering: false,
      LayerDescriptions: description.LayerDescriptions?.map((layerDescription) => ({
        ...layerDescription,
        LayerResultOptions,
      })),
    },
    MapImageDisplay: { ImageWidth: widthPx, ImageHeight: heightPx, ImageDPI: dpi },
    SearchShape: {
      type: 'PointN',
      X: xmin + ((i + 0.5) * (xmax - xmin)) / widthPx,
      Y: ymax - ((j + 0.5) * (ymax - ymin)) / heightPx,
    },
    Tolerance,
    IdentifyOption: 'gisIdentifyAllLayers',
    LayerIDs: [...LayerIDs],
  });
  return Result;
}

const listProperties = ({ Properties }: Found): readonly (readonly [string, unknown])[] =>
  (Properties?.PropertyArray ?? []).map(({ Key, Value }) => [Key, plain(Value ?? null)]);

function collection(call: OgcCall, results: readonly Found[], { reference }: RequestedImage): object {
  const names = layerNames(call.map);
  const wkid = getWkid(reference.reference);
  return {
    type: 'FeatureCollection',
    crs: wkid === 4326 ? undefined : { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${wkid}` } },
    features: results.map((result) => ({
      type: 'Feature',
      id: `${names[result.LayerID]}.${result.FeatureID}`,
      geometry: result.Shape ? geoJsonShape(restShape(result.Shape)) : null,
      properties: Object.fromEntries(
        listProperties(result).filter(([key]) => key !== findShapeField(call, result.LayerID)),
      ),
    })),
  };
}

function findShapeField({ map, service }: OgcCall, id: number): string | undefined {
  return service.definition.tables[map.layers[id]?.table ?? '']?.shapeField;
}

const shown = (value: unknown): string => (value === null ? '' : String(value));

function text({ map }: OgcCall, results: readonly Found[]): string {
  if (results.length === 0) return 'Nothing found.\n';
  const features = results.map(
    (result) =>
      `${map.layers[result.LayerID]!.Name}: ${result.Name}\n${listProperties(result)
        .map(([key, value]) => `  ${key} = ${shown(value)}\n`)
        .join('')}`,
  );
  return features.join('\n');
}

const page = ({ map }: OgcCall, results: readonly Found[]): Response =>
  htmlPage(
    'Feature information',
    html`${results.length === 0 ? html`<p>Nothing found.</p>` : ''}${results.map(
      (result) =>
        html`<h2>${map.layers[result.LayerID]!.Name}: ${result.Name}</h2><table>${listProperties(result).map(
          ([key, value]) => html`<tr><th>${key}</th><td>${shown(value)}</td></tr>`,
        )}</table>`,
    )}`,
  );
