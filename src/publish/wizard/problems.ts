import { formatBytes } from '../../text/format.ts';
import { attachmentsText } from '../attachments/attachments-text.ts';
import { targetProblems } from '../change-layer/draft-for-target.ts';
import { maxAttachmentsBytes } from '../import/attachments/attachable.ts';
import type { AttachedSummary, MatchingField } from '../import/attachments/match-files.ts';
import type { Decided } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { joinProblems } from '../joins/join-problems.ts';
import type { ManagedService } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { referenceLeader } from './drawing-reference.ts';

export const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
export const codePattern = /^\d{4,6}$/;

export const draftServiceKey = ({ folder, name }: Pick<Decided, 'folder' | 'name'>): string =>
  folder ? `${folder}/${name}` : name;

/** Return the problem with a name; undefined if it is valid. */
export function nameProblem(draft: Decided, services: readonly ManagedService[]): string | undefined {
  if (draft.name === '') return t.name.empty;
  if (!namePattern.test(draft.name)) return t.name.bad;
  const isTaken = services.some(({ key }) => key === draftServiceKey(draft));
  return isTaken && !draft.isReplacing ? t.name.taken(draftServiceKey(draft)) : undefined;
}

export const folderProblem = ({ folder }: Decided): string | undefined =>
  folder === '' || namePattern.test(folder) ? undefined : t.name.bad;

/** Return the problem that prevents a layer from being published. */
function layerProblem(layer: ReadLayer, draft: Decided['layers'][number], needsReference: boolean): string | undefined {
  if (draft.isLeftOut) return undefined;
  const needsCode = needsReference && layer.geometry !== 'none' && !layer.spatialReference;
  if (needsCode && !codePattern.test(draft.code)) return t.reference.missing(layer.name);
  if (draft.name.trim() === '') return t.layer.nameless(layer.name);
  return undefined;
}

/** Return the field that matches files to rows, if its layer is included. */
export const attachingField = (
  { attach, layers }: Pick<Decided, 'attach' | 'layers'>,
  attached: AttachedSummary | undefined,
): MatchingField | undefined =>
  attach && !layers[attach.layer]?.isLeftOut
    ? attached?.fields.find(({ layer, column }) => layer === attach.layer && column === attach.column)
    : undefined;

/** List all problems that prevent publishing, one sentence each. */
export function draftProblems(
  draft: Decided,
  layers: readonly ReadLayer[],
  services: readonly ManagedService[],
  attached?: AttachedSummary,
): { readonly step: 'data' | 'name'; readonly text: string }[] {
  const problemRows: { step: 'data' | 'name'; text: string }[] = [];
  for (const [i, layer] of layers.entries()) {
    const text = layerProblem(layer, draft.layers[i]!, referenceLeader(layers, draft.layers, i) === undefined);
    if (text) problemRows.push({ step: 'data', text });
  }
  if (layers.length > 0 && draft.layers.every(({ isLeftOut }) => isLeftOut))
    problemRows.push({ step: 'data', text: t.layer.none });
  const field = attachingField(draft, attached);
  if (field && field.bytes > maxAttachmentsBytes)
    problemRows.push({ step: 'data', text: attachmentsText.attach.tooMuch(formatBytes(maxAttachmentsBytes)) });
  for (const text of joinProblems(draft, layers)) problemRows.push({ step: 'name', text });
  const { target } = draft;
  const named = [nameProblem(draft, services), folderProblem(draft)].flatMap((text) => text ?? []);
  const texts = target ? targetProblems(target, draft, layers) : named;
  const step = target && layers.length > 0 ? 'data' : 'name';
  for (const text of texts) problemRows.push({ step, text });
  return problemRows;
}
