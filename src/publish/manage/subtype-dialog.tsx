import { useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { text } from '../../text/text.ts';
import { publishText as t } from '../text/publish-text.ts';
import { DomainDialog } from './domain-dialog.tsx';
import { domainText, tableDomainText } from './domain-form.ts';
import type { FieldSettings } from './parts-of.ts';

type Domains = Readonly<Record<string, Value<'Domain'> | null>>;

/** What the fields may hold in the rows of one kind: as in the table, anything, or values of its own. */
export function SubtypeDialog(props: {
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
          const own = domains[Name];
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
                {own === undefined ? <span class="soft">{tableDomainText(common)}</span> : domainText(own)}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
