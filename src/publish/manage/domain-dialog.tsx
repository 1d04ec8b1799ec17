import { useState } from 'preact/hooks';
import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { Select } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { publishText as t } from '../text/publish-text.ts';
import { Codes } from './codes.tsx';
import {
  badCodes,
  type DomainForm,
  defaultValueProblem,
  domainOfForm,
  domainProblem,
  formOfDomain,
  parseDefaultValue,
  tableDomainText,
} from './domain-form.ts';
import { isText } from './managed-parts.ts';

type Domain = Value<'Domain'>;

export function DomainDialog(props: {
  title: string;
  field: Value<'Field'>;
  /** Undefined to use the domain of the table. */
  domain: Domain | null | undefined;
  /** The domain of the table, when the domain of a subtype is edited. */
  table?: { readonly domain: Domain | null };
  defaultValue?: AnyValue;
  onClose: () => void;
  onApply: (domain: Domain | null | undefined, defaultValue: AnyValue) => void;
}) {
  const { title, field, domain, table, defaultValue, onClose, onApply } = props;
  const [form, setForm] = useState<DomainForm>(() => ({
    ...formOfDomain(domain, field, defaultValue),
    ...(table && domain === undefined ? { kind: 'table' } : {}),
  }));
  const put = (change: Partial<DomainForm>) => setForm({ ...form, ...change });
  const choose = (kind: DomainForm['kind']) => {
    const common = table ? formOfDomain(table.domain, field) : undefined;
    // Start from the domain of the table, because the domain of a subtype is usually similar.
    if (common?.kind === kind && domain === undefined && form.kind === 'table') put(common);
    else put({ kind, ...(kind === 'coded' && form.codes.length === 0 ? { codes: [{ code: '', name: '' }] } : {}) });
  };
  const problem = domainProblem(form, field);
  const defaultValueBad = table || problem ? undefined : defaultValueProblem(form, field);
  const kinds = (['table', 'none', 'coded', 'range'] as const).filter(
    (kind) => (kind !== 'table' || table) && (kind !== 'range' || !isText(field.Type)),
  );
  return (
    <FormDialog
      title={title}
      action={t.manage.apply}
      isReady={problem === undefined && defaultValueBad === undefined}
      onSubmit={() => onApply(domainOfForm(form, field), parseDefaultValue(form, field))}
      onClose={onClose}
    >
      <fieldset class="row" aria-label={t.manage.domain}>
        {kinds.map((kind) => (
          <label key={kind} class="check">
            <input type="radio" name="domain-kind" checked={form.kind === kind} onChange={() => choose(kind)} />
            {kind === 'table' ? tableDomainText(table?.domain) : t.manage.domainKind[kind]}
          </label>
        ))}
      </fieldset>
      {(form.kind === 'coded' || form.kind === 'range') && (
        <TextField label={t.manage.domainName} value={form.name} onInput={(name) => put({ name })} />
      )}
      {form.kind === 'range' && (
        <div class="columns">
          <TextField label={t.manage.minimum} value={form.minimum} onInput={(minimum) => put({ minimum })} />
          <TextField
            label={t.manage.maximum}
            value={form.maximum}
            problem={problem}
            onInput={(maximum) => put({ maximum })}
          />
        </div>
      )}
      {form.kind === 'coded' && (
        <Codes
          rows={form.codes}
          labels={[t.manage.code, t.manage.codeName]}
          add={t.manage.addCode}
          remove={t.manage.removeCode}
          bad={badCodes(form, field)}
          problem={problem}
          empty={{ code: '', name: '' }}
          onRows={(codes) => put({ codes })}
        />
      )}
      {!table && <Fallback form={form} problem={defaultValueBad} onInput={(typed) => put({ defaultValue: typed })} />}
    </FormDialog>
  );
}

/** The default value: one of the codes, or free text. */
function Fallback(props: { form: DomainForm; problem: string | undefined; onInput: (typed: string) => void }) {
  const { form, problem, onInput } = props;
  const codes = form.codes.filter(({ code }) => code !== '');
  if (form.kind !== 'coded')
    return (
      <TextField
        label={t.manage.defaultValue}
        value={form.defaultValue}
        hint={t.manage.defaultValueHint}
        problem={problem}
        onInput={onInput}
      />
    );
  return (
    <label class="field">
      {t.manage.defaultValue}
      <Select
        value={form.defaultValue}
        aria-invalid={problem !== undefined}
        choices={[
          ['', t.manage.noDefaultValue],
          ...(problem ? [[form.defaultValue, form.defaultValue] as const] : []),
          ...codes.map(({ code, name }) => [code, name || code] as const),
        ]}
        onChange={onInput}
      />
      <small data-problem={problem ? '' : undefined}>{problem ?? t.manage.defaultValueHint}</small>
    </label>
  );
}
