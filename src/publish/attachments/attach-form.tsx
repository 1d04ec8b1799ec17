import { Check } from '../../parts/form/check.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { formatCount } from '../../text/format.ts';
import type { AttachedSummary } from '../import/attachments/match-files.ts';
import type { Decided } from '../import/decided.ts';
import { changeForm, layers } from '../wizard/draft.ts';
import { attachingField } from '../wizard/problems.ts';
import { attachmentsText } from './attachments-text.ts';

const t = attachmentsText.attach;
/** Maximum number of file names to list. */
const maxNames = 50;

/** Form that chooses the layer and the field by which files without data are matched to rows. */
export function AttachForm({ attached, draft }: { attached: AttachedSummary; draft: Decided }) {
  const { names } = attached;
  const fields = attached.fields.filter(({ layer }) => !draft.layers[layer]?.isLeftOut);
  const chosen = attachingField(draft, attached);
  const matched = names.length - (chosen?.unmatched.length ?? names.length);
  const unmatchedNames = chosen ? chosen.unmatched.map((index) => names[index]!) : fields.length === 0 ? names : [];
  return (
    <section class="card" aria-labelledby="attach-title">
      <h2 id="attach-title">{t.title}</h2>
      <p class="soft">{t.detail(formatCount(names.length), names.length === 1)}</p>
      {fields.length === 0 && <p>{t.noField}</p>}
      {fields.length > 0 && (
        <SelectField
          label={t.field}
          value={chosen ? fields.indexOf(chosen) : -1}
          choices={[
            ...fields.map(({ layer, column, unmatched }, index): [number, string] => [
              index,
              t.option(
                draft.layers[layer]?.name ?? '',
                columnAlias(draft, layer, column),
                formatCount(names.length - unmatched.length),
                formatCount(names.length),
              ),
            ]),
            [-1, t.leaveOut],
          ]}
          onChange={(index) => {
            const field = fields[index];
            const imageField = draft.attach?.imageField;
            const imageChoice = field?.imageCount && imageField ? { imageField } : {};
            changeForm({ attach: field && { layer: field.layer, column: field.column, ...imageChoice } });
          }}
        />
      )}
      {chosen && chosen.imageCount > 0 && (
        <Check
          on={draft.attach?.imageField !== undefined}
          onChange={(on) => {
            const { layer, column } = chosen;
            changeForm({ attach: { layer, column, imageField: on ? t.imageField : undefined } });
          }}
        >
          {t.asField}
        </Check>
      )}
      {chosen && (
        <p aria-live="polite">
          {t.outcome(formatCount(matched), matched === 1, formatCount(chosen.rowCount), chosen.rowCount === 1)}
        </p>
      )}
      {unmatchedNames.length > 0 && (
        <details class="diagnostics" open={unmatchedNames.length <= 6}>
          <summary>{t.unmatched(formatCount(unmatchedNames.length), unmatchedNames.length === 1)}</summary>
          <ul class="problem-list">
            {unmatchedNames.slice(0, maxNames).map((name) => (
              <li key={name}>{name}</li>
            ))}
            {unmatchedNames.length > maxNames && <li>…</li>}
          </ul>
        </details>
      )}
    </section>
  );
}

const columnAlias = (draft: Decided, layer: number, column: string): string =>
  draft.layers[layer]?.columns[column]?.alias ??
  layers.value[layer]?.columns.find(({ name }) => name === column)?.alias ??
  column;
