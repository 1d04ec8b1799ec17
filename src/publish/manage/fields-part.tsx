import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { isNumeric } from '../../state/rows.ts';
import { FieldsTable } from '../fields-table.tsx';
import type { ManagedTable } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { DomainDialog } from './domain-dialog.tsx';
import { domainText } from './domain-form.ts';
import { attributeFields, type FieldSettings, isText } from './managed-parts.ts';

export function FieldsPart(props: {
  table: ManagedTable;
  name: string;
  text: FieldSettings;
  hidden: readonly string[];
  onText: (field: string, change: Partial<FieldSettings[string]>) => void;
  onHidden: (names: readonly string[]) => void;
}) {
  const { table, name, text, hidden, onText, onHidden } = props;
  const [edited, setEdited] = useState<string>();
  const fields = attributeFields(table);
  const field = fields.find(({ Name }) => Name === edited);
  return (
    <>
      <h3>{t.fields.title}</h3>
      <FieldsTable of={name} last={t.manage.domain}>
        {fields.map(({ Name, Type }) => {
          const isHidden = hidden.includes(Name);
          return (
            <tr key={Name} data-left-out={isHidden ? '' : undefined}>
              <td>
                <Check
                  aria-label={t.manage.visibleField(Name)}
                  on={!isHidden}
                  disabled={Name === table.idField}
                  onChange={(on) => onHidden(on ? hidden.filter((fieldName) => fieldName !== Name) : [...hidden, Name])}
                >
                  <code>{Name}</code>
                </Check>
              </td>
              <td>
                <input
                  class="input small"
                  aria-label={t.fields.aliasOf(Name)}
                  value={text[Name]?.AliasName ?? Name}
                  onInput={(event) => onText(Name, { AliasName: event.currentTarget.value })}
                />
              </td>
              <td>{typeText(Type)}</td>
              <td>
                {(isNumeric({ Type }) || isText(Type)) && (
                  <Button small kind="quiet" aria-label={t.manage.editDomain(Name)} onClick={() => setEdited(Name)}>
                    {domainText(text[Name]?.Domain)}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </FieldsTable>
      {field && (
        <DomainDialog
          field={field}
          title={t.manage.editDomain(field.Name)}
          domain={text[field.Name]?.Domain}
          defaultValue={text[field.Name]?.DefaultValue}
          onClose={() => setEdited(undefined)}
          onApply={(Domain, DefaultValue) => {
            onText(field.Name, { Domain: Domain ?? null, DefaultValue });
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

/** Return the display name of a field type; rare types keep their own name. */
function typeText(type: string): string {
  const name = type.replace('gisFieldType', '');
  return (t.fields.readings as Readonly<Record<string, string>>)[name] ?? name;
}
