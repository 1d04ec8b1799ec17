import { stem } from '../../../sw/formats/reading/source-table.ts';
import { fromWkid } from '../../../sw/formats/reading/spatial-reference.ts';
import type { SourceSummary } from './describe-sources.ts';
import type { PackageChoices } from './package-choices.ts';
import { serviceName } from './service-name.ts';

/** What is published when nobody changes anything: all of it that is no extra, under the name of the first file. */
export function defaultChoices(layers: readonly SourceSummary[], firstFile: string): PackageChoices {
  const title = stem(firstFile) || 'service';
  const description = layers.find((layer) => layer.description)?.description;
  return {
    name: serviceName(title),
    title,
    ...(description ? { description } : {}),
    layers: layers.map((layer) => ({
      name: layer.name,
      isLeftOut: layer.isExtra,
      columns: {},
      ...(likelyWkid(layer) === undefined ? {} : { spatialReference: fromWkid(likelyWkid(layer)!) }),
      ...(layer.displayField ? { displayField: layer.displayField } : {}),
    })),
    relations: [],
  };
}

/**
 * The number of the coordinate system in which the coordinates of a layer are likely meant; undefined where the file says one, or
 * where nothing tells.
 */
export function likelyWkid({ spatialReference, geometry, located, isGeographic }: SourceSummary): number | undefined {
  if (spatialReference || geometry === 'none') return undefined;
  const named = located?.wkid;
  // Metres are never degrees, whatever a name says.
  if (named !== undefined && (named !== 4326 || isGeographic)) return named;
  return isGeographic ? 4326 : undefined;
}
