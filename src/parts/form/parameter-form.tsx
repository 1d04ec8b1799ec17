import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { choicesOf, Expected, type Parameter, type Parameters, readText } from '../../../sw/contract/parameter.ts';
import { text } from '../../text/text.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { type Aid, type FormValue, type Offered, ParameterInput } from './parameter-input.tsx';

const t = text.field;

interface ParameterFieldsProps {
  parameters: Parameters<Parameter<string>>;
  /** Parameters that are given; the others are buttons that add them, unless they are required. */
  values: Readonly<Record<string, FormValue>>;
  /** By name: what there is to choose from. */
  offered?: ReadonlyMap<string, readonly Offered[]> | undefined;
  /** By name, as `problemsIn` finds them. */
  problems: ReadonlyMap<string, string>;
  /** Shown beside the name; the kind of the parameter by default. */
  kindText?: string;
  /** Is given undefined for a parameter that is taken away. */
  onChange: (name: string, value: FormValue | undefined) => void;
}

/** A field for each parameter: the form of an operation. */
export function ParameterFields({ parameters, values, offered, problems, kindText, onChange }: ParameterFieldsProps) {
  const all = Object.entries(parameters).filter(([, { kind }]) => kind !== 'unused');
  const isSet = ([name, row]: readonly [string, Parameter<string>]) => row.required || values[name] !== undefined;
  return (
    <>
      {all.filter(isSet).map(([name, row]) => (
        <FieldRow
          key={name}
          name={name}
          type={kindText ?? row.kind}
          note={row.doc}
          problem={problems.get(name)}
          onRemove={row.required ? undefined : () => onChange(name, undefined)}
        >
          {(aid) => (
            <ParameterInput
              name={name}
              row={row}
              value={values[name]}
              offered={offered?.get(name)}
              aid={aid}
              onChange={(value) => onChange(name, value)}
            />
          )}
        </FieldRow>
      ))}
      <AbsentFields
        fields={all
          .filter((one) => !isSet(one))
          .map(([name, row]) => ({
            name,
            note: row.doc,
            add: () => onChange(name, firstValueOf(row, offered?.get(name))),
          }))}
      />
    </>
  );
}

/** First value of an optional parameter that a person adds. */
function firstValueOf(row: Parameter<string>, offered: readonly Offered[] | undefined): FormValue {
  if (row.kind === 'boolean') return String(row.default) === 'true';
  return row.default === undefined ? (choicesOf(row)[0] ?? offered?.[0]?.value ?? '') : String(row.default);
}

/** What is wrong with the values of a form, by name, as the server would say it, but before it is asked. */
export function problemsIn(
  parameters: Parameters<Parameter<string>>,
  values: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parameters).flatMap(([name, row]) => {
      const problem = problemOf(row, values[name]);
      return problem === undefined ? [] : [[name, problem] as const];
    }),
  );
}

/** What is wrong with a value, in words for people; undefined when nothing is. */
export function problemOf(row: Parameter<string>, value: unknown): string | undefined {
  const { kind, maximumLength: longest = Infinity } = row;
  if (value === undefined || (typeof value === 'string' && value.trim() === ''))
    return row.required ? t.missing : undefined;
  if (typeof value !== 'string' || !(readText(row, value) instanceof Expected)) return undefined;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = row;
  if (value.length > longest) return t.tooLong(longest, value.length);
  if (kind === 'integer') return t.wholeNumber(minimum, maximum);
  if (kind === 'number') return t.number;
  if (kind === 'date') return t.dateTime;
  return /^(json|objects?)$/.test(kind) ? t.json : t.wrong(row.doc);
}

interface FieldRowProps {
  name: string;
  type: string;
  note?: string | undefined;
  problem?: string | undefined;
  onRemove?: (() => void) | undefined;
  children: (aid: Aid) => ComponentChildren;
}

/** A field with its name, its type, its control, and what is meant and wrong. */
export function FieldRow({ name, type, note, problem, onRemove, children }: FieldRowProps) {
  const id = useId();
  return (
    <div class="field-row">
      <span class="field-name">
        <strong>{name}</strong>
        <code>{type}</code>
      </span>
      <span class="field-value">
        {children({
          'aria-label': name,
          'aria-invalid': problem !== undefined,
          'aria-describedby': `${id}-note ${id}-problem`,
        })}
        {note && <small id={`${id}-note`}>{note}</small>}
        {problem && (
          <small id={`${id}-problem`} class="problem">
            {problem}
          </small>
        )}
      </span>
      {onRemove && <IconButton small icon="close" name={t.removeItem(name)} onClick={onRemove} />}
    </div>
  );
}

/** Optional fields that are not given: each is a button that adds it. */
export function AbsentFields(props: {
  fields: readonly { readonly name: string; readonly note: string | undefined; readonly add: () => void }[];
}) {
  if (props.fields.length === 0) return null;
  return (
    <details class="absent">
      <summary>{t.optional(props.fields.length)}</summary>
      <div class="row">
        {props.fields.map(({ name, note, add }) => (
          <button type="button" class="chip" key={name} title={note} aria-label={t.addField(name)} onClick={add}>
            <Icon name="plus" size={13} />
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}
