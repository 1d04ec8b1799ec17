import type { RemoteFile } from '../../../sw/rows/manifest.ts';
import type { LayerDefinition } from '../../../sw/service/definition.ts';

/**
 * The scale from which on a layer with new data is drawn: as its author set it, but of a file elsewhere not so far out that an image would
 * read too much.
 */
export function carriedMinScale(
  { MinScale: own }: Pick<LayerDefinition, 'MinScale'>,
  { MinScale: before }: Pick<LayerDefinition, 'MinScale'>,
  remote: RemoteFile | undefined,
): number {
  if (!remote || own === 0) return before;
  return before === 0 ? own : Math.min(own, before);
}
