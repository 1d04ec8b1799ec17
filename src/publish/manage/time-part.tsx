import { useId } from 'preact/hooks';
import { enums } from '../../../sw/contract/index.ts';
import type { TimeDefinition } from '../../../sw/rows/manifest.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { isNumeric } from '../../state/rows.ts';
import type { ManagedTable } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { FieldSelect } from './field-select.tsx';
import { attributeFields, isText } from './managed-parts.ts';

type Time = TimeDefinition | null;
type Unit = keyof typeof t.time.units;

const units = enums.gisTimeUnits.values.filter((unit): unit is Unit => unit !== 'gisTimeUnitsUnknown');
const commonPatterns = ['yyyy', 'yyyyMM', 'yyyyMMdd', 'yyyyMMddHHmmss', 'yyyy-MM-dd', 'dd.MM.yyyy', 'MM/dd/yyyy'];

/** The time fields of a layer and their format. */
export function TimePart({ time, table, onTime }: { time: Time; table: ManagedTable; onTime: (time: Time) => void }) {
  const list = useId();
  const names = listTimeFields(table).map(({ Name }) => Name);
  if (names.length === 0) return null;
  const put = (change: Partial<Record<keyof TimeDefinition, unknown>>) => onTime(withChange(time, change));
  const problem = timeProblem(time, table);
  const step = time?.TimeInterval;
  return (
    <fieldset class="field">
      <legend>{t.time.title}</legend>
      <p class="soft">{t.time.detail}</p>
      <div class="columns">
        <FieldSelect
          label={t.time.start}
          value={time?.StartTimeFieldName ?? ''}
          names={names}
          onChange={(name) => (name === '' ? onTime(null) : onTime(startingAt(time, name, table)))}
        />
        {time && (
          <>
            <FieldSelect
              label={t.time.end}
              value={time.EndTimeFieldName ?? ''}
              names={names.filter((name) => name !== time.StartTimeFieldName)}
              onChange={(name) => onTime(endingAt(time, name, table))}
            />
            {isWritten(time, table) && (
              <>
                <TextField
                  label={t.time.pattern}
                  value={time.TimeValueFormat ?? ''}
                  list={list}
                  hint={t.time.patternHint}
                  problem={problem === 'pattern' ? t.time.patternBad : undefined}
                  onInput={(pattern) => put({ TimeValueFormat: pattern.trim() || undefined })}
                />
                <datalist id={list}>
                  {commonPatterns.map((pattern) => (
                    <option key={pattern} value={pattern} />
                  ))}
                </datalist>
              </>
            )}
            <TextField
              isNumber
              label={t.time.interval}
              value={step === undefined || Number.isNaN(step) ? '' : String(step)}
              hint={t.time.intervalHint}
              problem={problem === 'interval' ? t.time.intervalBad : undefined}
              onInput={(typed) =>
                put(
                  typed.trim() === ''
                    ? { TimeInterval: undefined, TimeIntervalUnits: undefined }
                    : {
                        TimeInterval: /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN,
                        TimeIntervalUnits: time.TimeIntervalUnits ?? 'gisTimeUnitsDays',
                      },
                )
              }
            />
            {step !== undefined && (
              <SelectField
                label={t.time.unit}
                value={time.TimeIntervalUnits ?? ''}
                choices={units.map((unit) => [unit, t.time.units[unit]])}
                onChange={(TimeIntervalUnits) => put({ TimeIntervalUnits })}
              />
            )}
            <FieldSelect
              label={t.time.track}
              value={time.TrackIDFieldName ?? ''}
              names={attributeFields(table).map(({ Name }) => Name)}
              onChange={(name) => put({ TrackIDFieldName: name || undefined })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

/** Return the invalid part of time settings; undefined if there is none. */
export function timeProblem(time: Time, table: ManagedTable): 'pattern' | 'interval' | undefined {
  if (!time) return undefined;
  const pattern = time.TimeValueFormat ?? '';
  // Text is read as dates if there is no pattern; numbers need one.
  const isNeeded = fieldsIn(time, table).some(isNumeric);
  if (isWritten(time, table) && (pattern === '' ? isNeeded : !pattern.includes('y'))) return 'pattern';
  return time.TimeInterval === undefined || time.TimeInterval > 0 ? undefined : 'interval';
}

const isDate = (type: string): boolean => type === 'gisFieldTypeDate';
const listTimeFields = (table: ManagedTable) =>
  table.fields.filter(({ Type }) => isDate(Type) || isNumeric({ Type }) || isText(Type));
const fieldsIn = (time: TimeDefinition, table: ManagedTable) =>
  table.fields.filter(({ Name }) => Name === time.StartTimeFieldName || Name === time.EndTimeFieldName);

/** Check whether the times are text or numbers, which have a pattern. Dates have none. */
const isWritten = (time: TimeDefinition, table: ManagedTable): boolean =>
  fieldsIn(time, table).some(({ Type }) => !isDate(Type));

function startingAt(time: Time, name: string, table: ManagedTable): TimeDefinition {
  const isSame = time?.EndTimeFieldName === name;
  return withTimePattern(
    { ...withChange(time, isSame ? { EndTimeFieldName: undefined } : {}), StartTimeFieldName: name },
    table,
  );
}

const endingAt = (time: TimeDefinition, name: string, table: ManagedTable): TimeDefinition =>
  withTimePattern(withChange(time, { EndTimeFieldName: name || undefined }), table);

/**
 * Default the pattern of numeric time fields to the year (`yyyy`), unless one is set. Remove the pattern if all time
 * fields are dates.
 */
function withTimePattern(time: TimeDefinition, table: ManagedTable): TimeDefinition {
  if (!isWritten(time, table)) return withChange(time, { TimeValueFormat: undefined });
  const isNumber = fieldsIn(time, table).some(isNumeric);
  return isNumber && !time.TimeValueFormat ? withChange(time, { TimeValueFormat: 'yyyy' }) : time;
}

/** Change time settings; members that are undefined are removed. */
function withChange(time: Time, change: Partial<Record<keyof TimeDefinition, unknown>>): TimeDefinition {
  const parts = Object.entries({ ...time, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts) as unknown as TimeDefinition;
}
