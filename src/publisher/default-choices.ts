import type { SourceSummary } from './describe-sources.ts';
import type { PackageChoices } from './package-choices.ts';
import { serviceName } from './service-name.ts';
import { stem } from './source-table.ts';

/** What is published when nobody changes anything: all of it that is no extra, under the name of the first file. */
export function defaultChoices(layers: readonly SourceSummary[], firstFile: string): PackageChoices {
  const title = stem(firstFile) || 'service';
  const description = layers.find((layer) => layer.description)?.description;
  return {
    name: serviceName(title),
    title,
    ...(description ? { description } : {}),
    layers: layers.map(({ name, displayField, isExtra }) => ({
      name,
      isLeftOut: isExtra,
      columns: {},
      ...(displayField ? { displayField } : {}),
    })),
    relations: [],
  };
}
