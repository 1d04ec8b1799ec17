import type { PresentationDefinition } from '../../../../sw/features/definition.ts';
import { publishText as t } from '../../../text/publish-text.ts';
import type { ManagedTable } from '../managed-services.ts';
import { Codes } from './domain-dialog.tsx';
import { isWhole } from './parts-of.ts';

type Subtypes = PresentationDefinition['subtypes'];

/** Which kinds of rows there are, told by a field of whole numbers. */
export function SubtypesPart(props: {
  subtypes: Subtypes;
  table: ManagedTable;
  onSubtypes: (subtypes: Subtypes) => void;
}) {
  const { subtypes, table, onSubtypes } = props;
  const fields = table.fields.filter(({ Type }) => isWhole(Type)).map(({ Name }) => Name);
  if (fields.length === 0) return null;
  const kinds = subtypes?.kinds ?? [];
  return (
    <fieldset class="field">
      <legend>{t.manage.subtypes}</legend>
      <p class="soft">{t.manage.subtypesDetail}</p>
      <select
        class="input"
        aria-label={`${t.manage.subtypes}: ${t.manage.subtypeField}`}
        value={subtypes?.field ?? ''}
        onChange={(event) => {
          const field = event.currentTarget.value;
          onSubtypes(field === '' ? undefined : { field, kinds });
        }}
      >
        <option value="">{t.manage.noSubtypes}</option>
        {fields.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {subtypes && (
        <Codes
          rows={kinds.map(({ code, name }) => ({ code: Number.isNaN(code) ? '' : String(code), name }))}
          labels={[t.manage.kindCode, t.manage.kindName]}
          add={t.manage.addKind}
          remove={t.manage.removeKind}
          problem={kindProblem(kinds)}
          onRows={(rows) =>
            onSubtypes({
              field: subtypes.field,
              kinds: rows.map(({ code, name }) => ({
                code: /^-?\d+$/.test(code) ? Number(code) : Number.NaN,
                name,
                // What values of other fields mean in this kind stays with its number.
                domains: kinds.find((kind) => String(kind.code) === code)?.domains ?? {},
              })),
            })
          }
        />
      )}
    </fieldset>
  );
}

/** What is wrong with the numbers of kinds; undefined when nothing is. */
export const kindProblem = (kinds: NonNullable<Subtypes>['kinds']): string | undefined => {
  const codes = kinds.map(({ code }) => code);
  const isGood = codes.every(Number.isInteger) && new Set(codes).size === codes.length;
  return isGood ? undefined : t.manage.codeBad;
};
