import type { Value } from '../../contract/index.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { singleGeometry } from '../../geometry/single-geometry.ts';
import { readRows } from '../../rows/read-rows.ts';
import { nearTest } from '../../rows/relate/near-test.ts';
import { scan } from '../../rows/scan.ts';
import { runSteps } from '../../scheduler.ts';
import type { Handler } from '../call.ts';
import { firstById } from '../query/feature-query.ts';
import { rowShape } from '../query/row-shape.ts';
import { transformationBetween } from '../references.ts';
import { resolveSearchedLayers } from './searched-layers.ts';

/**
 * Return the stored hyperlinks of features in the map extent, from visible layers only.
 *
 * Features without a link are left out. Geometries are always included. At most MaximumRecordCount links are returned.
 */
export const QueryHyperlinks: Handler<'QueryHyperlinks'> = async (call, request) => {
  const search = await resolveSearchedLayers(call, request, 'QueryHyperlinks', { onlyVisible: true });
  const { view, reference, shift, scheduler } = search;
  const [xmin, ymin, xmax, ymax] = view.extent;
  const box = singleGeometry('polygon', [[xmin, ymin, xmin, ymax, xmax, ymax, xmax, ymin, xmin, ymin]]);
  const links: Value<'MapServerHyperlink'>[] = [];
  for (const { published, table, where, description } of search.layers) {
    const { manifest, definition } = published;
    const field = manifest.fields.find(({ Name }) => Name === definition.presentation?.hyperlinkField);
    const remaining = call.service.definition.limits.MaximumRecordCount - links.length;
    if (!field || remaining <= 0) continue;
    const toMap = await transformationBetween(call, manifest.spatialReference, reference, shift);
    const toStored = await transformationBetween(call, reference, manifest.spatialReference, shift);
    const extent = toStored ? coveringExtent(view.extent, toStored) : view.extent;
    const linked = { kind: 'column', type: 'string', name: field.Name } as const;
    const empty = { kind: 'constant', type: 'string', value: '' } as const;
    const hasLink = { kind: 'compare', type: 'boolean', operator: '<>', left: linked, right: empty } as const;
    const linkedRows = await scan(
      table,
      { where: [...where, hasLink], extent, exactTest: await runSteps(nearTest(box, 0, toMap), scheduler) },
      scheduler,
    );
    const options = description.LayerResultOptions?.GeometryResultOptions;
    const readShape = rowShape({
      reference,
      projection: toMap,
      toleranceUnits: 0,
      options,
    });
    const shape = published.stored.fields.find(({ Name }) => Name === manifest.shapeField)!;
    const values = await readRows(table, await firstById(table, linkedRows, remaining, scheduler), [shape, field], {
      readShape,
      scheduler,
    });
    for (const [Location, URL] of values) {
      links.push({ Location: (Location as Value<'Geometry'> | null) ?? undefined, URL: String(URL) });
    }
  }
  return { Result: links };
};
