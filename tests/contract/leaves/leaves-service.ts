import { writeRaster } from '../../../src/publish/import/raster/raster-tiles.ts';
import type { Context } from '../../../sw/context.ts';
import type { LayerDefinition } from '../../../sw/service/definition.ts';
import { sampleContext } from '../sample-context.ts';
import { layer, wgs84 } from '../sample-parts.ts';
import { sampleService } from '../sample-service.ts';
import { lines } from './parts.ts';

/** Add to the sample layers: labels by a script to plots, and hyperlinks and a scale range to owners. */
function change(entry: LayerDefinition, owners: LayerDefinition): LayerDefinition {
  if (entry.LayerID === 3) return { ...entry, MinScale: 1e9, MaxScale: 1e4, presentation: owners.presentation! };
  const labels = { LabelExpression: '[CODE]', LabelExpressionType: 'gisLabelExpressionVBScript' } as const;
  if (entry.LayerID !== 2) return entry;
  return {
    ...entry,
    drawing: { ...entry.drawing!, LabelingDescription: { LabelClassDescriptions: [labels] } },
    presentation: { ...entry.presentation, hyperlinkField: 'CODE' },
  };
}

/**
 * Return a context with the sample services and a service `Leaves`: the related tables with a reference scale, and a
 * raster.
 */
export async function leavesContext(): Promise<Context> {
  const context = await sampleContext();
  const { definition, files } = sampleService();
  const { manifest, files: tiles } = await writeRaster(
    {
      name: 'grid',
      widthPx: 4,
      heightPx: 2,
      extent: [-90, -45, 90, 45],
      spatialReference: wgs84,
      sampleType: 'f32',
      bands: [{ name: 'Value', samples: Float32Array.from({ length: 8 }, (_, i) => 30 * i) }],
      isCategorical: false,
      notes: [],
    },
    { key: 'grid', tileSizePx: 64 },
  );
  const related = definition.maps.find(({ Name }) => Name === 'Related')!;
  await context.store.publish(
    {
      ...definition,
      name: 'Leaves',
      limits: { ...definition.limits, MaximumRecordCount: 100 },
      maps: [
        {
          ...related,
          referenceScale: 3e8,
          layers: related.layers.map((entry) => change(entry, related.layers[1]!)),
          standaloneTables: [
            ...related.standaloneTables,
            { ...related.standaloneTables[0]!, ID: 7, Name: 'Owners', table: 'owners' },
          ],
        },
        {
          ...related,
          Name: 'Raster',
          layers: [
            layer(0, 'Values', { kind: 'raster', raster: 'grid' }),
            { ...related.layers[2]!, LayerID: 1, ParentLayerID: -1, drawing: lines },
          ],
          standaloneTables: [],
          relationships: [],
        },
      ],
      rasters: { grid: manifest },
    },
    new Map([
      ...files,
      ...[...tiles].map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const),
    ]),
  );
  return context;
}
