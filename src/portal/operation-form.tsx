import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type PortalOperationName, type PortalParameter, portalRow } from '../../sw/portal/contract/index.ts';
import { base, formatError } from '../connection/call.ts';
import type { Webhook } from '../connection/portal-answers.ts';
import { ask } from '../connection/portal-call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { findParameterProblem } from '../parts/form/parameter-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { text } from '../text/text.ts';
import type { Entry, Scope } from './kinds.ts';
import { type Choice, type FieldValue, ParameterField } from './parameter-field.tsx';
import { portalText as t } from './text/portal-text.ts';

type FormValues = Readonly<Record<string, FieldValue>>;
type Rows = Readonly<Record<string, PortalParameter>>;

/** The differences between the form of an operation and its row of the contract. */
interface FormRule {
  readonly hidden?: (entry: Entry, scope: Scope) => readonly string[];
  /** Fields that aren't parameters; `sent` converts them to parameters. */
  readonly also?: Rows;
  readonly sent?: (values: FormValues) => FormValues;
  readonly initial?: (entry: Entry) => FormValues;
  readonly isShown?: (name: string, values: FormValues, entry: Entry) => boolean;
  /** Returns an invalid field and the problem. */
  readonly problem?: (values: FormValues) => readonly [string, string] | undefined;
}

export const inboxUrl = (name: string): string => `${location.origin}${base}inbox/${name}`;

const policy = { kind: 'integer', doc: '', required: true, minimum: 1, maximum: 1000 } as const;
const webhook: FormRule = {
  hidden: () => ['config'],
  also: { numberOfFailures: policy, daysInPast: policy },
  initial: (entry) => {
    const { payloadUrl, events = [], config } = entry as unknown as Partial<Webhook>;
    const hearsAll = events.length === 0 || events.includes('/');
    return {
      url: payloadUrl ?? inboxUrl('try'),
      changes: hearsAll ? 'allChanges' : 'manualChanges',
      events: hearsAll ? [] : events,
      numberOfFailures: String(config?.deactivationPolicy.numberOfFailures ?? 5),
      daysInPast: String(config?.deactivationPolicy.daysInPast ?? 5),
      secret: '',
    };
  },
  isShown: (name, values, entry) =>
    name === 'secret'
      ? values.removeSecret !== true
      : name === 'removeSecret'
        ? Boolean(entry.secret) && !values.secret
        : name !== 'events' || values.changes === 'manualChanges',
  problem: ({ changes, events }) =>
    changes === 'manualChanges' && !(events as readonly string[] | undefined)?.length
      ? ['events', t.form.noEvents]
      : undefined,
  sent: ({ numberOfFailures, daysInPast, ...values }) => ({
    ...values,
    config: JSON.stringify({
      deactivationPolicy: { numberOfFailures: Number(numberOfFailures), daysInPast: Number(daysInPast) },
    }),
  }),
};

const rules: { readonly [O in PortalOperationName]?: FormRule } = {
  createWebhook: webhook,
  updateWebhook: webhook,
  changePassword: {
    hidden: (_, { portal }) => (portal.user?.role === 'administrator' ? ['oldPassword'] : []),
    also: { repeated: { kind: 'password', doc: '', required: true } },
    problem: ({ newPassword, repeated }) => (newPassword === repeated ? undefined : ['repeated', t.form.notEqual]),
    sent: ({ repeated: _, ...values }) => values,
  },
  // Bindings of a token and the access of a resource are for programs only.
  generatePortalToken: { hidden: () => ['client', 'referer', 'ip'] },
  addResource: { hidden: () => ['access'] },
  updateItem: { hidden: ({ serviceKey }) => (serviceKey ? ['url', 'text', 'file'] : []) },
};

/** Return the choices for a parameter that depend on the portal's data; undefined for other parameters. */
function listChoices(name: string, operation: PortalOperationName, entry: Entry, scope: Scope): Choice[] | undefined {
  const groups = scope.groups.map(({ id, title }) => ({ value: id, text: title }));
  const ownGroups = (entry.groups ?? []) as readonly string[];
  switch (name) {
    case 'portalGroupId':
      // A workspace may be created without a group and linked later.
      return operation === 'addWorkspace' ? [{ value: '', text: t.form.none }, ...groups] : groups;
    case 'groups':
      return groups.filter(({ value }) => ownGroups.includes(value) === (operation === 'unshareItem'));
    case 'guestPortalId':
      return scope.portals
        .filter(({ id }) => !scope.collaboration?.participants.some((participant) => participant.id === id))
        .map((portal) => ({ value: portal.id, text: portal.name }));
    case 'events': {
      const eventNames = Object.keys(t.events).filter((event) => event !== '/');
      // Include events such as /items/add that were subscribed to by API.
      const chosen = ((entry.events ?? []) as readonly string[]).filter((event) => event !== '/');
      return [...new Set([...eventNames, ...chosen])].map((value) => ({ value, text: t.events[value] ?? value }));
    }
    default:
      return undefined;
  }
}

/** Response members that are parameters under another name. */
const otherNames: Readonly<Record<string, string>> = { policy: 'itemDeletePolicy' };

/** Return the initial value of a field: the current value for an update, otherwise the default of the contract. */
function firstValue(
  name: string,
  row: PortalParameter,
  present: Entry | undefined,
  choices: readonly Choice[] | undefined,
) {
  const now = present?.[otherNames[name] ?? name];
  if (typeof now === 'boolean') return now;
  if (Array.isArray(now)) return now.join(', ');
  if (typeof now === 'string' || typeof now === 'number') return String(now);
  if (row.kind === 'boolean') return row.default === true;
  if (row.kind === 'names' && choices) return [];
  return row.default === undefined ? (choices?.[0]?.value ?? row.choices?.[0] ?? '') : String(row.default);
}

interface OperationFormProps {
  operation: PortalOperationName;
  path: Readonly<Record<string, string>>;
  /** The entry of the operation; for an update, with its current values. */
  entry: Entry;
  scope: Scope;
  title: string;
  /** Label of the button; by default the name of the operation. */
  submit?: string;
  /** Known parameters, which have no field. */
  given?: FormValues;
  children?: ComponentChildren;
  onDone: (answer: Entry, values: FormValues) => void;
  onClose: () => void;
}

/** A dialog with the fields of an operation, made from its row of the contract. Problems are shown at their field. */
export function OperationForm(props: OperationFormProps) {
  const { operation, path, entry, scope, title, given = {}, children, onDone, onClose } = props;
  const { submit = t.form.submit(operation) } = props;
  const rule: FormRule = rules[operation] ?? {};
  const rows: Rows = { ...portalRow(operation).parameters, ...rule.also };
  const hidden = new Set([...Object.keys(given), ...(rule.hidden?.(entry, scope) ?? [])]);
  const names = Object.keys(rows).filter((name) => !hidden.has(name));
  const choices = (name: string) => listChoices(name, operation, entry, scope);
  const [values, setValues] = useState<FormValues>(() => {
    const settings = { ...scope.workspace?.config, ...(entry.config as Entry | undefined), ...entry };
    const present = operation.startsWith('update') ? settings : undefined;
    const first = names.map((name) => [name, firstValue(name, rows[name]!, present, choices(name))]);
    return { ...Object.fromEntries(first), ...rule.initial?.(entry) };
  });
  const [problem, setProblem] = useState<readonly [string, string]>();
  const [isWorking, setWorking] = useState(false);
  const formId = useId();
  const shown = names.filter((name) => rule.isShown?.(name, values, entry) ?? true);
  const change = (name: string, value: FieldValue) =>
    setValues((before) => {
      // Use the file name for empty names.
      const empty =
        value instanceof File ? ['key', 'fileName', 'title'].filter((member) => member in rows && !before[member]) : [];
      return { ...before, ...Object.fromEntries(empty.map((member) => [member, (value as File).name])), [name]: value };
    });
  const send = async () => {
    const problems = shown.map((name) => [name, findParameterProblem(rows[name]!, comparable(values[name]))] as const);
    const first = problems.find(([, reason]) => reason !== undefined) as [string, string] | undefined;
    const wrong = first ?? rule.problem?.(values);
    setProblem(wrong);
    if (wrong) return focusField(formId, wrong[0]);
    setWorking(true);
    try {
      const filled = Object.fromEntries(shown.map((name) => [name, values[name]]));
      const parameters = { ...given, ...(rule.sent?.(filled) ?? filled) };
      // Empty fields aren't sent, except those that clear a value.
      const isSaid = ([name, value]: [string, FieldValue]) => !isEmpty(value) || (rows[name]?.clears && value === '');
      const sent = Object.fromEntries(Object.entries(parameters).filter(isSaid));
      onDone(((await ask(operation, path as never, sent as never)) ?? {}) as Entry, values);
    } catch (error) {
      const message = formatError(error);
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
        {children}
        {t.notes[operation] && <p class="soft">{t.notes[operation]}</p>}
        {shown.map((name) => (
          <ParameterField
            key={name}
            name={name}
            row={rows[name]!}
            value={values[name]}
            choices={choices(name)}
            problem={problem?.[0] === name ? problem[1] : undefined}
            onChange={(value) => change(name, value)}
          />
        ))}
        {problem?.[0] === '' && <Notice kind="error">{problem[1]}</Notice>}
      </form>
    </Dialog>
  );
}

/** Return a value in the format of its row: several choices as one text. */
const comparable = (value: FieldValue): unknown => (Array.isArray(value) ? value.join() : value);

const isEmpty = (value: FieldValue): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && !value.length);

function focusField(formId: string, name: string): void {
  if (name)
    requestAnimationFrame(() =>
      document
        .getElementById(formId)
        ?.querySelector<HTMLElement>(`[data-name="${name}"] :is(input, select, textarea)`)
        ?.focus(),
    );
}
