import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import {
  Expected,
  listParameterChoices,
  type Parameter,
  type Parameters,
  readText,
} from '../../../sw/contract/parameter.ts';
import { text } from '../../text/text.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { type Aid, type FormValue, type Offered, ParameterInput } from './parameter-input.tsx';

const t = text.field;

interface ParameterFieldsProps {
  parameters: Parameters<Parameter<string>>;
  /** Values of the parameters. Optional parameters without a value are shown as buttons that add them. */
  values: Readonly<Record<string, FormValue>>;
  /** Suggested values by parameter name. */
  offered?: ReadonlyMap<string, readonly Offered[]> | undefined;
  /** Problems by parameter name, from `problemsIn`. */
  problems: ReadonlyMap<string, string>;
  /** Shown next to the name; by default the kind of the parameter. */
  kindText?: string;
  /** Called with the new value; undefined if the parameter is removed. */
  onChange: (name: string, value: FormValue | undefined) => void;
}

/** Form of an operation, with a field for each parameter. */
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
          .filter((parameter) => !isSet(parameter))
          .map(([name, row]) => ({
            name,
            note: row.doc,
            add: () => onChange(name, initialValue(row, offered?.get(name))),
          }))}
      />
    </>
  );
}

/** Return the first value of an optional parameter that the user adds. */
function initialValue(row: Parameter<string>, offered: readonly Offered[] | undefined): FormValue {
  if (row.kind === 'boolean') return String(row.default) === 'true';
  return row.default === undefined ? (listParameterChoices(row)[0] ?? offered?.[0]?.value ?? '') : String(row.default);
}

/** Check the values of a form like the server, before they are sent. Return the problems by parameter name. */
export function problemsIn(
  parameters: Parameters<Parameter<string>>,
  values: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parameters).flatMap(([name, row]) => {
      const problem = findParameterProblem(row, values[name]);
      return problem === undefined ? [] : [[name, problem] as const];
    }),
  );
}

/** Describe the problem of a value for the user; undefined if it is valid. */
export function findParameterProblem(row: Parameter<string>, value: unknown): string | undefined {
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

/** Field with its name, type, control, hint and problem. */
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

/** Buttons that add optional fields. */
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
