import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  type PortalOperationName,
  type PortalParameter,
  type PortalPathOf,
  portalRow,
} from '../../sw/portal/contract/index.ts';
import { messageOf } from '../connection/call.ts';
import type { AnswerOf } from '../connection/portal-answers.ts';
import { ask } from '../connection/portal-call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { text } from '../text/text.ts';
import { type Choice, Field, type FieldValue } from './operation-field.tsx';
import { portalText as t } from './text/portal-text.ts';

type FormValues = Readonly<Record<string, FieldValue>>;

interface OperationFormProps<O extends PortalOperationName> {
  title: string;
  operation: O;
  path: PortalPathOf<O>;
  submit: string;
  initial?: FormValues;
  /** Parameters that are asked for, in this order; absent: all. */
  only?: readonly string[];
  /** Fields that are no parameters: `valuesOf` makes parameters of them. */
  also?: Readonly<Record<string, PortalParameter>>;
  valuesOf?: (values: FormValues) => FormValues;
  /** Values to choose from where the table names none. */
  choices?: Readonly<Record<string, readonly Choice[]>>;
  /** Fields of which several may be chosen. */
  several?: Readonly<Record<string, readonly Choice[]>>;
  isShown?: (name: string, values: FormValues) => boolean;
  /** Checks of the whole form: a field and what is wrong with it. */
  check?: (values: FormValues) => readonly [string, string] | undefined;
  children?: ComponentChildren;
  /** Absent: the window closes. */
  onDone?: (answer: AnswerOf<O>, values: FormValues) => void;
  onClose: () => void;
}

/** A window with the fields of an operation, made from its row of the contract. What is wrong stands at its field. */
export function OperationForm<O extends PortalOperationName>(props: OperationFormProps<O>) {
  const { title, operation, path, submit, only, also = {}, choices = {}, several = {}, onClose } = props;
  const { onDone = onClose } = props;
  const rows: Readonly<Record<string, PortalParameter>> = { ...portalRow(operation).parameters, ...also };
  const names = only ?? Object.keys(rows);
  const [values, setValues] = useState<FormValues>(() => ({ ...defaultsOf(rows, names), ...props.initial }));
  const [problem, setProblem] = useState<readonly [string, string]>();
  const [isWorking, setWorking] = useState(false);
  const formId = useId();
  const shown = names.filter((name) => props.isShown?.(name, values) ?? true);
  const send = async () => {
    const missing = shown.find((name) => rows[name]?.required && isEmpty(values[name]));
    const wrong = missing ? ([missing, t.form.missing] as const) : props.check?.(values);
    setProblem(wrong);
    if (wrong) return focusField(formId, wrong[0]);
    setWorking(true);
    try {
      const given = Object.fromEntries(shown.map((name) => [name, values[name]]));
      const parameters = props.valuesOf ? props.valuesOf(given) : given;
      // An empty field says nothing, but for those that it empties.
      const isSaid = ([name, value]: [string, FieldValue]) => !isEmpty(value) || (rows[name]?.clears && value === '');
      const sent = Object.fromEntries(Object.entries(parameters).filter(isSaid));
      onDone(await ask(operation, path, sent as never), values);
    } catch (error) {
      const message = messageOf(error);
      const field = /^'(\w+)/.exec(message)?.[1] ?? '';
      const name = shown.includes(field) ? field : '';
      setProblem([name, message]);
      setWorking(false);
      focusField(formId, name);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      dismissible={!isWorking}
      footer={
        <>
          <Button disabled={isWorking} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button kind="primary" type="submit" form={formId} disabled={isWorking}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        class="stack far"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWorking) void send();
        }}
      >
        {props.children}
        {shown.map((name) => (
          <Field
            key={name}
            name={name}
            row={rows[name]!}
            value={values[name]}
            choices={choices[name]}
            several={several[name]}
            problem={problem?.[0] === name ? problem[1] : undefined}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {problem?.[0] === '' && <Notice kind="error">{problem[1]}</Notice>}
      </form>
    </Dialog>
  );
}

const isEmpty = (value: FieldValue): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && !value.length);

function focusField(formId: string, name: string): void {
  if (name)
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    );
}

function defaultsOf(rows: Readonly<Record<string, PortalParameter>>, names: readonly string[]): FormValues {
  const standard = (row: PortalParameter): FieldValue => {
    if (row.kind === 'boolean') return row.default === true;
    return row.default === undefined ? (row.choices?.[0] ?? '') : String(row.default);
  };
  return Object.fromEntries(names.map((name) => [name, standard(rows[name]!)]));
}
