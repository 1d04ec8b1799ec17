import { useState } from 'preact/hooks';
import type { Value } from '../../../../sw/contract/index.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { publishText as t } from '../../../text/publish-text.ts';
import { text } from '../../../text/text.ts';
import { TextField } from '../text-field.tsx';
import { type DomainForm, domainOfForm, domainProblem, formOfDomain } from './domain-form.ts';
import { isText } from './parts-of.ts';

/** What the values of a field may be, and what codes mean. */
export function DomainDialog(props: {
  field: Value<'Field'>;
  domain: Value<'Domain'> | null;
  onClose: () => void;
  onApply: (domain: Value<'Domain'> | null) => void;
}) {
  const { field, domain, onClose, onApply } = props;
  const [form, setForm] = useState(() => formOfDomain(domain, field));
  const put = (change: Partial<DomainForm>) => setForm({ ...form, ...change });
  const problem = domainProblem(form, field);
  const kinds = isText(field.Type) ? (['none', 'coded'] as const) : (['none', 'coded', 'range'] as const);
  return (
    <Dialog
      title={t.manage.editDomain(field.Name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" disabled={problem !== undefined} onClick={() => onApply(domainOfForm(form, field))}>
            {t.manage.apply}
          </Button>
        </>
      }
    >
      <fieldset class="check-row plain-fieldset" aria-label={t.manage.domain}>
        {kinds.map((kind) => (
          <label key={kind} class="check">
            <input
              type="radio"
              name="domain-kind"
              checked={form.kind === kind}
              onChange={() =>
                put({
                  kind,
                  ...(kind === 'coded' && form.codes.length === 0 ? { codes: [{ code: '', name: '' }] } : {}),
                })
              }
            />
            {t.manage.domainKind[kind]}
          </label>
        ))}
      </fieldset>
      {form.kind !== 'none' && (
        <TextField label={t.manage.domainName} value={form.name} onInput={(name) => put({ name })} />
      )}
      {form.kind === 'range' && (
        <div class="field-grid">
          <TextField label={t.manage.least} value={form.least} onInput={(least) => put({ least })} />
          <TextField label={t.manage.most} value={form.most} problem={problem} onInput={(most) => put({ most })} />
        </div>
      )}
      {form.kind === 'coded' && (
        <Codes
          rows={form.codes}
          labels={[t.manage.code, t.manage.codeName]}
          add={t.manage.addCode}
          remove={t.manage.removeCode}
          problem={problem}
          onRows={(codes) => put({ codes })}
        />
      )}
    </Dialog>
  );
}

interface Row {
  readonly code: string;
  readonly name: string;
}

/** A list of codes with their meanings. */
export function Codes(props: {
  rows: readonly Row[];
  labels: readonly [string, string];
  add: string;
  remove: (code: string) => string;
  problem: string | undefined;
  onRows: (rows: readonly Row[]) => void;
}) {
  const { rows, labels, add, remove, problem, onRows } = props;
  return (
    <div class="codes">
      {rows.map((row, at) => (
        <div key={at} class="code-row">
          {(['code', 'name'] as const).map((part, i) => (
            <input
              key={part}
              class="input small"
              aria-label={`${labels[i]} ${at + 1}`}
              placeholder={labels[i]}
              value={row[part]}
              onInput={(event) => onRows(rows.with(at, { ...row, [part]: event.currentTarget.value }))}
            />
          ))}
          <IconButton small icon="trash" name={remove(row.code)} onClick={() => onRows(rows.toSpliced(at, 1))} />
        </div>
      ))}
      {problem && <small data-problem="">{problem}</small>}
      <div>
        <Button small icon="plus" onClick={() => onRows([...rows, { code: '', name: '' }])}>
          {add}
        </Button>
      </div>
    </div>
  );
}
