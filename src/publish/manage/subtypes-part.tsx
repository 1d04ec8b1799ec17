import { useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select } from '../../parts/form/select.tsx';
import { isNumeric } from '../../state/rows.ts';
import { text } from '../../text/text.ts';
import type { ManagedTable } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { Codes } from './codes.tsx';
import { DomainDialog } from './domain-dialog.tsx';
import { domainText, tableDomainText } from './domain-form.ts';
import { attributeFields, type FieldSettings, isText, isWhole } from './managed-parts.ts';
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

/** The subtypes of a table by an integer field, and the allowed values of other fields in each. */
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
  const others = attributeFields(table).filter(
    ({ Name, Type }) => Name !== subtypes?.field && (isNumeric({ Type }) || isText(Type)),
  );
  const kind = edited === undefined ? undefined : kinds[edited];
  const subtypeName = (index: number): string =>
    kinds[index]!.name || subtypeRows(kinds)[index]!.code || String(index + 1);
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
          more={(row, index) =>
            others.length > 0 && (
              <Button small aria-label={t.manage.editSubtype(subtypeName(index))} onClick={() => setEdited(index)}>
                {t.manage.subtypeFields(Object.keys(row.domains).length)}
              </Button>
            )
          }
          onRows={(rows) => onSubtypes({ field: subtypes.field, kinds: subtypesOfForm(rows) })}
        />
      )}
      {subtypes && kind && (
        <SubtypeDialog
          kind={subtypeName(edited!)}
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

type Domains = Readonly<Record<string, Value<'Domain'> | null>>;

/** The allowed values of fields in one subtype: those of the table, any, or its own. */
function SubtypeDialog(props: {
  kind: string;
  fields: readonly Value<'Field'>[];
  text: FieldSettings;
  domains: Domains;
  onClose: () => void;
  onDomain: (field: string, domain: Value<'Domain'> | null | undefined) => void;
}) {
  const { kind, fields, text: label, domains, onClose, onDomain } = props;
  const [edited, setEdited] = useState<string>();
  const field = fields.find(({ Name }) => Name === edited);
  if (field)
    return (
      <DomainDialog
        key={field.Name}
        title={t.manage.editSubtypeDomain(field.Name, kind)}
        field={field}
        domain={domains[field.Name]}
        table={{ domain: label[field.Name]?.Domain ?? null }}
        onClose={() => setEdited(undefined)}
        onApply={(domain) => {
          onDomain(field.Name, domain);
          setEdited(undefined);
        }}
      />
    );
  return (
    <Dialog
      key="all"
      title={t.manage.editSubtype(kind)}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <p class="soft">{t.manage.editSubtypeDetail}</p>
      <ul class="stack near kind-fields">
        {fields.map(({ Name }) => {
          const fieldDomain = domains[Name];
          const common = label[Name]?.Domain;
          return (
            <li class="row" key={Name}>
              <code>{Name}</code>
              <Button
                small
                kind="quiet"
                aria-label={t.manage.editSubtypeDomain(Name, kind)}
                onClick={() => setEdited(Name)}
              >
                {fieldDomain === undefined ? (
                  <span class="soft">{tableDomainText(common)}</span>
                ) : (
                  domainText(fieldDomain)
                )}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
