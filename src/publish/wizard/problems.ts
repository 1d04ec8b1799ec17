import { formatBytes } from '../../text/format.ts';
import { attachmentsText } from '../attachments/attachments-text.ts';
import { targetProblems } from '../change-layer/draft-for-target.ts';
import { maxAttachmentsBytes } from '../import/attachments/attachable.ts';
import type { AttachedSummary, MatchingField } from '../import/attachments/match-files.ts';
import type { Decided } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { dataProblems, nameProblems } from '../job/problems.ts';
import { joinProblems } from '../joins/join-problems.ts';
import type { ManagedService } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

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
  const inStep = (step: 'data' | 'name', sentences: readonly string[]) => sentences.map((text) => ({ step, text }));
  const field = attachingField(draft, attached);
  const isTooMuch = field !== undefined && field.bytes > maxAttachmentsBytes;
  const { target } = draft;
  return [
    ...inStep('data', dataProblems(draft, layers, t)),
    ...inStep('data', isTooMuch ? [attachmentsText.attach.tooMuch(formatBytes(maxAttachmentsBytes))] : []),
    ...inStep('name', joinProblems(draft, layers)),
    ...(target
      ? inStep(layers.length > 0 ? 'data' : 'name', targetProblems(target, draft, layers))
      : inStep('name', nameProblems(draft, services, t))),
  ];
}
