import type { Decided, DecidedLayer, Target } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { changeLayerText as t } from './change-layer-text.ts';

/**
 * Adapt a draft to a target: it takes the name of the service. If one layer gets new data, only one layer is selected.
 */
export function draftFor(target: Target, draft: Decided, read: readonly ReadLayer[]): Decided {
  const { service, title, layer } = target;
  const at = service.indexOf('/');
  const named = { ...draft, target, title, name: service.slice(at + 1), folder: at < 0 ? '' : service.slice(0, at) };
  if (!layer) return { ...named, isReplacing: true };
  const fits = ({ geometry }: ReadLayer): boolean => geometry === layer.geometry;
  const found = [
    read.findIndex((one) => one.name === layer.name && fits(one)),
    read.findIndex((one) => fits(one) && !one.isExtra),
    read.findIndex(fits),
  ].find((one) => one >= 0);
  const code = layer.wkid === undefined ? '' : String(layer.wkid);
  const layers = draft.layers.map((one, i): DecidedLayer => {
    const hasCode = one.code !== '' || read[i]!.spatialReference || !fits(read[i]!);
    return { ...one, isLeftOut: i !== (found ?? 0), ...(hasCode ? {} : { code }) };
  });
  return { ...named, isReplacing: true, layers, relations: [] };
}

/** List the problems of a draft with its target, one sentence each. */
export function targetProblems({ layer }: Target, draft: Decided, read: readonly ReadLayer[]): string[] {
  if (read.length === 0) return [t.wholeService];
  if (!layer) return [];
  const included = read.filter((_, i) => !draft.layers[i]!.isLeftOut);
  const [only] = included;
  if (included.length !== 1 || !only) return [t.chooseOne(layer.name)];
  return only.geometry === layer.geometry ? [] : [t.otherShape(layer.name, layer.geometry, only.name, only.geometry)];
}
