import './form.css';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { enums, operations, type ScalarName, types, type Value } from '../../../sw/contract/index.ts';
import { Expected, type Parameter, readText } from '../../../sw/contract/parameter.ts';
import { type OperationRow, type StructRow, scalarRows, type TypeRow } from '../../../sw/contract/rows.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { bracketField } from '../../../sw/rows/text/field-in-brackets.ts';
import type { FieldPlan, ListPlan, Plan, StructPlan } from '../../../sw/soap/plan.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Checks } from '../../parts/form/check.tsx';
import { AbsentFields, FieldRow, findParameterProblem } from '../../parts/form/parameter-form.tsx';
import { type Aid, ParameterInput } from '../../parts/form/parameter-input.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatBytes } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { summarizeValue } from '../answer/readable-value.tsx';
import type { Members } from '../request.ts';
import type { RequestFacts } from '../request-facts.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { blankStruct, blankValue, firstMember } from './blank-value.ts';
import { GeometryPick, isGeometry } from './geometry-pick.tsx';

interface FormContext {
  readonly facts: RequestFacts;
  readonly layers: readonly { readonly id: number; readonly name: string }[];
  /** Fields of the requested layer. */
  readonly fields: readonly Value<'Field'>[];
  /** Extent of the map page in the spatial reference of the map; undefined if the page wasn't opened yet. */
  readonly viewExtent: Extent | undefined;
  /** Called with a problem of the value at a path; undefined when it is solved. */
  readonly onProblem: (path: string, problem: string | undefined) => void;
}

const context = createContext<FormContext | undefined>(undefined);
export const FormProvider = context.Provider;
const useForm = (): FormContext => useContext(context)!;

const rows: Readonly<Record<string, TypeRow>> = types;
const operationRows: Readonly<Record<string, OperationRow>> = operations;
const enumRows: Readonly<Record<string, { readonly doc: string }>> = enums;

/** Return the documentation of a field; undefined if there is none. */
function fieldNote({ path, name }: FieldPlan): string | undefined {
  const owner = path.slice(0, -name.length - 1);
  const row = operationRows[owner] ?? (rows[owner] as StructRow | undefined);
  return row?.notes?.[name];
}

const typeText = (plan: Plan): string => (plan.kind === 'list' ? `${typeText(plan.item)}[]` : plan.name);

interface FieldsFormProps {
  fields: readonly FieldPlan[];
  value: Members;
  path: string;
  onChange: (value: Members) => void;
}

/** The fields of a message or struct: inputs for set fields, and buttons to add the other optional fields. */
export function FieldsForm({ fields, value, path, onChange }: FieldsFormProps) {
  const { facts } = useForm();
  const isSet = ({ name, isOptional }: FieldPlan) => !isOptional || value[name] !== undefined;
  const put = (name: string, changed: unknown) => onChange({ ...value, [name]: changed });
  const drop = (name: string) => onChange(Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
  return (
    <div class="stack near">
      {fields.filter(isSet).map((field) => (
        <Field
          key={field.name}
          field={field}
          value={value[field.name]}
          path={`${path}.${field.name}`}
          onChange={(changed) => put(field.name, changed)}
          onRemove={field.isOptional ? () => drop(field.name) : undefined}
        />
      ))}
      <AbsentFields
        fields={fields
          .filter((field) => !isSet(field))
          .map((field) => ({
            name: field.name,
            note: fieldNote(field),
            add: () => put(field.name, field.whenAbsent ?? blankValue(field.plan, field.name, facts)),
          }))}
      />
      {fields.length === 0 && <p class="soft">{t.noFields}</p>}
    </div>
  );
}

function Field(props: {
  field: FieldPlan;
  value: unknown;
  path: string;
  onChange: (value: unknown) => void;
  onRemove: (() => void) | undefined;
}) {
  const { field, value, path, onChange, onRemove } = props;
  const { name, plan } = field;
  const note = fieldNote(field);
  const isBlock = plan.kind === 'struct' || (plan.kind === 'list' && plan.item.kind === 'struct');
  const input = <ValueInput {...{ plan, path, value, onChange }} field={name} label={name} />;
  if (!isBlock)
    return (
      <FieldRow name={name} type={typeText(plan)} note={note} onRemove={onRemove}>
        {() => input}
      </FieldRow>
    );
  return (
    <div class="foldable">
      <details class="field-block" open={isShort(value)}>
        <summary>
          <strong>{name}</strong>
          <code>{typeText(plan)}</code>
          {note && <small>{note}</small>}
        </summary>
        {input}
      </details>
      {onRemove && <IconButton small icon="close" name={text.field.removeItem(name)} onClick={onRemove} />}
    </div>
  );
}

/** Check whether a block fits on the screen, so that it starts expanded. */
function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 2;
  return typeof value === 'object' && value !== null && JSON.stringify(value).length < 600;
}

interface ValueInputProps {
  plan: Plan;
  field: string;
  /** Path of the value, for messages: `Find.LayerIDs[0]`. */
  path: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function ValueInput(props: ValueInputProps) {
  const { plan, label, value, onChange, ...rest } = props;
  switch (plan.kind) {
    case 'scalar':
      return <ScalarInput scalar={plan.name as ScalarName} {...{ label, value, onChange, ...rest }} />;
    case 'enum':
      return (
        <ParameterInput
          name={label}
          row={{ kind: 'string', doc: '', choices: [...plan.values] }}
          aid={{ 'aria-label': label }}
          title={enumRows[plan.name]?.doc}
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'list':
      return <ListInput {...props} plan={plan} />;
    case 'struct':
      return <StructInput {...props} plan={plan} />;
  }
}

/** A value with several fields; in a family, the user selects its type first. */
function StructInput({ plan, path, label, value, onChange }: ValueInputProps & { plan: StructPlan }) {
  const { facts, viewExtent } = useForm();
  const members = (value ?? {}) as Members;
  const valuePlan = plan.members.get(String(members.type ?? plan.name)) ?? firstMember(plan);
  const change = (name: string) => {
    const next = plan.members.get(name);
    if (!next) return;
    // Keep the values of fields that both types have.
    const carriedOver = Object.fromEntries(
      next.fields.flatMap(({ name: field }) => (members[field] === undefined ? [] : [[field, members[field]]])),
    );
    onChange({ ...blankStruct(next, facts), ...carriedOver, type: name });
  };
  return (
    <div class="stack near">
      {plan.members.size > 1 && (
        <label class="inline-field">
          <span>{t.kind}</span>
          <Select
            aria-label={t.kindOf(label)}
            value={valuePlan.name}
            choices={[...plan.members.keys()].map((name) => [name, name])}
            onChange={change}
          />
        </label>
      )}
      <p class="soft">{(rows[valuePlan.name] as StructRow | undefined)?.doc}</p>
      {isGeometry(plan) && <GeometryPick {...{ plan, own: valuePlan, label, value, facts, viewExtent, onChange }} />}
      <FieldsForm fields={valuePlan.fields} value={members} path={path} onChange={onChange} />
    </div>
  );
}

function ListInput({ plan, field, path, label, value, onChange }: ValueInputProps & { plan: ListPlan }) {
  const { facts, layers } = useForm();
  const items = (value ?? []) as readonly unknown[];
  const { item } = plan;
  if (item.kind === 'scalar' && item.name === 'int' && /^(LayerIDs|TableIDs)$/.test(field)) {
    const unknown = (items as number[]).filter((id) => !layers.some((layer) => layer.id === id));
    const all = [...layers, ...unknown.map((id) => ({ id, name: '?' }))];
    return (
      <fieldset class="row" aria-label={label}>
        <Checks
          choices={all.map(({ id, name }) => [id, `${id} · ${name}`])}
          value={items as number[]}
          onChange={onChange}
        />
      </fieldset>
    );
  }
  if (item.kind === 'scalar' && item.name !== 'anyType' && item.name !== 'base64Binary')
    return (
      <TypedInput
        path={path}
        aid={{ 'aria-label': t.commaList(label) }}
        row={{ kind: 'string', doc: '' }}
        written={items.join(', ')}
        parse={(typed) => parseList(item.name as ScalarName, typed)}
        onChange={onChange}
      />
    );
  const replace = (index: number, changed: unknown) =>
    onChange(items.map((entry, i) => (i === index ? changed : entry)));
  return (
    <div class="list-input">
      {items.map((entry, index) => (
        <div class="foldable" key={index}>
          <details open={items.length === 1}>
            <summary>
              {index} · {summarizeValue(entry) || item.name}
            </summary>
            <ValueInput
              plan={item}
              field={plan.itemElement}
              path={`${path}[${index}]`}
              label={`${label} ${index}`}
              value={entry}
              onChange={(changed) => replace(index, changed)}
            />
          </details>
          <IconButton
            small
            icon="trash"
            name={text.field.removeItem(`${label} ${index}`)}
            onClick={() => onChange(items.filter((_, i) => i !== index))}
          />
        </div>
      ))}
      <Button small icon="plus" onClick={() => onChange([...items, blankValue(item, plan.itemElement, facts)])}>
        {t.addItem(plan.itemElement)}
      </Button>
    </div>
  );
}

const layerNames = /^(LayerID|TableID|SourceTableID|MapTableID|SourceLayerID|ID)$/;

function ScalarInput(props: Omit<ValueInputProps, 'plan'> & { scalar: ScalarName }) {
  const { scalar, field, path, label, value, onChange } = props;
  const { layers } = useForm();
  const row: Parameter = scalarRows[scalar];
  const aid = { 'aria-label': label };
  if (scalar === 'boolean')
    return <ParameterInput name={label} row={row} aid={aid} value={value === true} onChange={onChange} />;
  if (scalar === 'base64Binary')
    return (
      <span class="row">
        <ParameterInput
          name={label}
          row={{ kind: 'file', doc: '' }}
          aid={aid}
          value={undefined}
          onChange={async (file) => file instanceof File && onChange(new Uint8Array(await file.arrayBuffer()))}
        />
        <small>{formatBytes(value instanceof Uint8Array ? value.length : 0)}</small>
      </span>
    );
  if (scalar === 'int' && layerNames.test(field) && layers.some(({ id }) => id === value))
    return (
      <Select
        {...aid}
        value={value as number}
        choices={layers.map(({ id, name }) => [id, `${id} · ${name}`])}
        onChange={onChange}
      />
    );
  const isText = row.kind === 'string';
  const written = value instanceof Date ? value.toISOString() : typeof value === 'object' ? '' : String(value ?? '');
  return (
    <span class="with-pick">
      <TypedInput {...{ path, aid, row, written, onChange }} parse={(typed) => parseScalar(scalar, typed)} />
      {isText && <FieldPick field={field} value={written} onChange={onChange} />}
    </span>
  );
}

const oneField =
  /^(FieldName|StatisticFieldName|ClassificationField|NormalizationField|GeometryFieldName|RotationField|TransparencyField|Field\d?)$/;
const manyFields = /^(SubFields|SearchFields|GroupByFields|OrderByFields|RelatedTableFields|OIDFields)$/;
const clauses = /^(WhereClause|DefinitionExpression|RelatedTableDefinitionExpression|PostfixClause|LabelExpression)$/;

/** Offer the fields of the layer for an input with field names. */
function FieldPick({ field, value, onChange }: { field: string; value: string; onChange: (value: string) => void }) {
  const { fields } = useForm();
  const [isOne, isMany, isClause] = [oneField.test(field), manyFields.test(field), clauses.test(field)];
  if ((!isOne && !isMany && !isClause) || fields.length === 0) return null;
  const put = (name: string) => {
    if (isOne) return onChange(name);
    if (isMany) return onChange(value.trim() === '' || value.trim() === '*' ? name : `${value}, ${name}`);
    const gap = value === '' || value.endsWith(' ') ? '' : ' ';
    onChange(`${value}${gap}${field === 'LabelExpression' ? bracketField(name) : name}`);
  };
  return (
    <select
      class="input pick"
      aria-label={t.pickField(field)}
      value=""
      onChange={(event) => {
        put(event.currentTarget.value);
        event.currentTarget.value = '';
      }}
    >
      <option value="">{t.fields}</option>
      {fields.map(({ Name, AliasName }) => (
        <option key={Name} value={Name}>
          {AliasName && AliasName !== Name ? `${Name} · ${AliasName}` : Name}
        </option>
      ))}
    </select>
  );
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Parse text as a scalar, or return a message about the expected format. */
function parseScalar(name: ScalarName, typed: string): Parsed {
  const row: Parameter = { ...scalarRows[name], required: name === 'string' || name === 'anyType' ? undefined : true };
  const unusual = name === 'double' ? /^(-?)(INF|Infinity|NaN)$/.exec(typed.trim()) : null;
  if (unusual) return { value: Number(`${unusual[1]}${unusual[2]}`.replace(/INF$/, 'Infinity')) };
  const problem = findParameterProblem(row, typed);
  if (problem !== undefined) return { problem };
  const value = readText(row, typed);
  return value instanceof Expected ? { problem: value.text } : { value };
}

/** Parse numbers or text separated by commas. */
function parseList(name: ScalarName, typed: string): Parsed {
  if (typed.trim() === '') return { value: [] };
  const values: unknown[] = [];
  for (const part of typed.split(',')) {
    const read = parseScalar(name, part.trim());
    if ('problem' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

/** A text input. Invalid text remains as typed, with a message below it. */
function TypedInput(props: {
  path: string;
  aid: Aid;
  row: Parameter;
  written: string;
  parse: (text: string) => Parsed;
  onChange: (value: unknown) => void;
}) {
  const { path, aid, row, written, parse, onChange } = props;
  const { onProblem } = useForm();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  // A new value from outside replaces the typed text, unless that text is invalid.
  useEffect(() => {
    if (problem === undefined) setDraft(undefined);
  }, [written]);
  useEffect(() => () => onProblem(path, undefined), [path, onProblem]);
  return (
    <span class="typed">
      <ParameterInput
        name={aid['aria-label']}
        row={row}
        value={draft ?? written}
        aid={{
          ...aid,
          'aria-invalid': problem !== undefined,
          'aria-describedby': problem ? `${path}-problem` : undefined,
        }}
        onChange={(input) => {
          const typed = String(input ?? '');
          setDraft(typed);
          const read = parse(typed);
          const readProblem = 'problem' in read ? read.problem : undefined;
          setProblem(readProblem);
          onProblem(path, readProblem);
          if ('value' in read) onChange(read.value);
        }}
      />
      {problem && (
        <small id={`${path}-problem`} class="problem">
          {problem}
        </small>
      )}
    </span>
  );
}
