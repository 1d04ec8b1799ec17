import type { Decided } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { referenceLeader } from './drawing-reference.ts';

export const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
export const codePattern = /^\d{4,6}$/;

/** Messages for problems, in the language of the user. */
export interface ProblemText {
  readonly name: { readonly empty: string; readonly bad: string; taken(key: string): string };
  readonly reference: { missing(layer: string): string };
  readonly layer: { nameless(layer: string): string; readonly none: string };
}

export const draftServiceKey = ({ folder, name }: Pick<Decided, 'folder' | 'name'>): string =>
  folder ? `${folder}/${name}` : name;

/** Return the problem with a name; undefined if it is valid. */
export function nameProblem(
  draft: Decided,
  services: readonly { readonly key: string }[],
  texts: ProblemText,
): string | undefined {
  if (draft.name === '') return texts.name.empty;
  if (!namePattern.test(draft.name)) return texts.name.bad;
  const key = draftServiceKey(draft);
  const isTaken = services.some((service) => service.key === key);
  return isTaken && !draft.isReplacing ? texts.name.taken(key) : undefined;
}

export const folderProblem = ({ folder }: Decided, texts: ProblemText): string | undefined =>
  folder === '' || namePattern.test(folder) ? undefined : texts.name.bad;

/** List the problems with the name and folder of a service; empty if both are valid. */
export const nameProblems = (...parameters: Parameters<typeof nameProblem>): string[] =>
  [nameProblem(...parameters), folderProblem(parameters[0], parameters[2])].flatMap((text) => text ?? []);

/** List the problems with the layers; empty if there are none. */
export function dataProblems(draft: Decided, layers: readonly ReadLayer[], texts: ProblemText): string[] {
  const problems = layers.flatMap((layer, index) => {
    const needsReference = referenceLeader(layers, draft.layers, index) === undefined;
    return layerProblem(layer, draft.layers[index]!, needsReference, texts) ?? [];
  });
  const isEmpty = layers.length > 0 && draft.layers.every(({ isLeftOut }) => isLeftOut);
  return isEmpty ? [...problems, texts.layer.none] : problems;
}

/** Return the problem that prevents a layer from being published; undefined if there is none. */
function layerProblem(
  layer: ReadLayer,
  draft: Decided['layers'][number],
  needsReference: boolean,
  texts: ProblemText,
): string | undefined {
  if (draft.isLeftOut) return undefined;
  const needsCode = needsReference && layer.geometry !== 'none' && !layer.spatialReference;
  if (needsCode && !codePattern.test(draft.code)) return texts.reference.missing(layer.name);
  if (draft.name.trim() === '') return texts.layer.nameless(layer.name);
  return undefined;
}
