import type { Decided, DecidedLayer, Target } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { changeLayerText as t } from './change-layer-text.ts';

/**
 * Adapt a draft to a target: the draft gets the name of the service. If one layer gets new data, only one layer is
 * included.
 */
export function draftFor(target: Target, draft: Decided, read: readonly ReadLayer[]): Decided {
  const { service, title, layer } = target;
  const slashIndex = service.indexOf('/');
  const named = {
    ...draft,
    target,
    title,
    name: service.slice(slashIndex + 1),
    folder: slashIndex < 0 ? '' : service.slice(0, slashIndex),
  };
  if (!layer) return { ...named, isReplacing: true };
  const fits = ({ geometry }: ReadLayer): boolean => geometry === layer.geometry;
  const layerIndex = [
    read.findIndex((candidate) => candidate.name === layer.name && fits(candidate)),
    read.findIndex((candidate) => fits(candidate) && !candidate.isExtra),
    read.findIndex(fits),
  ].find((index) => index >= 0);
  const code = layer.wkid === undefined ? '' : String(layer.wkid);
  const layers = draft.layers.map((decided, i): DecidedLayer => {
    const hasCode = decided.code !== '' || read[i]!.spatialReference || !fits(read[i]!);
    return { ...decided, isLeftOut: i !== (layerIndex ?? 0), code: hasCode ? decided.code : code };
  });
  return { ...named, isReplacing: true, layers, relations: [] };
}

/** List the reasons why a draft doesn't fit its target, one sentence each; empty if it fits. */
export function targetProblems({ layer }: Target, draft: Decided, read: readonly ReadLayer[]): string[] {
  if (read.length === 0) return [t.wholeService];
  if (!layer) return [];
  const included = read.filter((_, i) => !draft.layers[i]!.isLeftOut);
  const [only] = included;
  if (included.length !== 1 || !only) return [t.chooseOne(layer.name)];
  return only.geometry === layer.geometry ? [] : [t.otherShape(layer.name, layer.geometry, only.name, only.geometry)];
}
