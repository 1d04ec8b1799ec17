import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import type { ManagedTable } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { Codes } from './codes.tsx';
import { attributesOf, type FieldSettings, isNumeric, isText, isWhole } from './parts-of.ts';
import { SubtypeDialog } from './subtype-dialog.tsx';
import {
  badSubtypes,
  emptySubtype,
  type Subtypes,
  subtypeProblem,
  subtypeRows,
  subtypesOfForm,
  withDomain,
  withField,
} from './subtype-form.ts';

/** The subtypes of a table, by the values of an integer field, and what other fields may hold in each. */
export function SubtypesPart(props: {
  subtypes: Subtypes | undefined;
  table: ManagedTable;
  text: FieldSettings;
  onSubtypes: (subtypes: Subtypes | undefined) => void;
}) {
  const { subtypes, table, text, onSubtypes } = props;
  const [edited, setEdited] = useState<number>();
  const fields = table.fields.filter(({ Type }) => isWhole(Type)).map(({ Name }) => Name);
  if (fields.length === 0) return null;
  const kinds = subtypes?.kinds ?? [];
  const others = attributesOf(table).filter(
    ({ Name, Type }) => Name !== subtypes?.field && (isNumeric(Type) || isText(Type)),
  );
  const kind = edited === undefined ? undefined : kinds[edited];
  const nameOf = (at: number): string => kinds[at]!.name || subtypeRows(kinds)[at]!.code || String(at + 1);
  return (
    <fieldset class="field">
      <legend>{t.manage.subtypes}</legend>
      <p class="soft">{t.manage.subtypesDetail}</p>
      <Select
        aria-label={`${t.manage.subtypes}: ${t.manage.subtypeField}`}
        value={subtypes?.field ?? ''}
        choices={[['', t.manage.noSubtypes], ...fields.map((name) => [name, name] as const)]}
        onChange={(field) => onSubtypes(field === '' ? undefined : withField(field, kinds))}
      />
      {subtypes && (
        <Codes
          rows={subtypeRows(kinds)}
          labels={[t.manage.subtypeCode, t.manage.subtypeName]}
          add={t.manage.addSubtype}
          remove={t.manage.removeSubtype}
          bad={badSubtypes(kinds)}
          problem={subtypeProblem(kinds)}
          empty={emptySubtype}
          more={(row, at) =>
            others.length > 0 && (
              <Button small aria-label={t.manage.editSubtype(nameOf(at))} onClick={() => setEdited(at)}>
                {t.manage.subtypeFields(Object.keys(row.domains).length)}
              </Button>
            )
          }
          onRows={(rows) => onSubtypes({ field: subtypes.field, kinds: subtypesOfForm(rows) })}
        />
      )}
      {subtypes && kind && (
        <SubtypeDialog
          kind={nameOf(edited!)}
          fields={others}
          text={text}
          domains={kind.domains}
          onClose={() => setEdited(undefined)}
          onDomain={(field, domain) => onSubtypes({ ...subtypes, kinds: withDomain(kinds, edited!, field, domain) })}
        />
      )}
    </fieldset>
  );
}
