import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { PortalParameter } from '../../../sw/portal/contract/index.ts';
import { sessions } from '../../connection/sign-in.ts';
import { type FormValue, type Offered, ParameterInput } from '../../parts/form/parameter-input.tsx';
import { Select } from '../../parts/form/select.tsx';
import { routeLink } from '../../state/route.ts';
import { AbsentFields, FieldRow } from '../form/field-row.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import { httpRow, isAdminOperation } from './operation-rows.ts';
import { formatsOf, type PortalRequest, parametersOf, pathNames } from './portal-request.ts';

interface PortalFormProps {
  request: PortalRequest;
  offered: ReadonlyMap<string, readonly Offered[]> | undefined;
  problems: ReadonlyMap<string, string>;
  onChange: (request: PortalRequest) => void;
}

const segment: PortalParameter = { kind: 'string', doc: '', required: true };

export function PortalForm({ request, offered, problems, onChange }: PortalFormProps) {
  const { operation, path, values, touched } = request;
  const parameters = Object.entries(parametersOf(operation));
  const isSet = (name: string, row: PortalParameter) => row.required || values[name] !== undefined;
  const absent = parameters.filter(([name, row]) => !isSet(name, row));
  const touch = (name: string) => [...new Set([...touched, name])];
  const putPath = (name: string, value: string) => {
    // Names further right depend on it and are chosen again.
    const names = pathNames(operation);
    const right = new Set(names.slice(names.indexOf(name) + 1));
    const left = Object.entries(path).filter(([other]) => !right.has(other));
    onChange({
      ...request,
      path: { ...Object.fromEntries(left), [name]: value },
      touched: touch(name).filter((one) => !right.has(one)),
    });
  };
  const put = (name: string, value: FormValue | undefined) => {
    const others = Object.entries(values).filter(([other]) => other !== name);
    const entry = value === undefined ? [] : [[name, value] as const];
    onChange({ ...request, values: Object.fromEntries([...others, ...entry]), touched: touch(name) });
  };
  return (
    <div class="stack near">
      {pathNames(operation).map((name) => (
        <Row key={name} name={name} kind={t.portal.inPath} note={undefined} problem={problems.get(name)}>
          {(aid) => (
            <ParameterInput
              name={name}
              row={segment}
              value={path[name] ?? ''}
              offered={offered?.get(name)}
              aid={aid}
              onChange={(value) => putPath(name, String(value ?? ''))}
            />
          )}
        </Row>
      ))}
      {parameters
        .filter(([name, row]) => isSet(name, row))
        .map(([name, row]) => (
          <Row
            key={name}
            name={name}
            kind={row.kind}
            note={row.doc}
            problem={problems.get(name)}
            onRemove={row.required ? undefined : () => put(name, undefined)}
          >
            {(aid) => (
              <ParameterInput
                name={name}
                row={row}
                value={values[name]}
                offered={offered?.get(name)}
                aid={aid}
                onChange={(value) => put(name, value)}
              />
            )}
          </Row>
        ))}
      <AbsentFields
        fields={absent.map(([name, row]) => ({
          name,
          note: row.doc,
          add: () => put(name, firstValueOf(row, offered?.get(name))),
        }))}
      />
      {!isAdminOperation(operation) && <HowSent request={request} onChange={onChange} />}
    </div>
  );
}

/** First value of an optional parameter that a person adds. */
function firstValueOf(row: PortalParameter, offered: readonly Offered[] | undefined): FormValue {
  if (row.kind === 'boolean') return row.default === true;
  if (row.default !== undefined) return String(row.default);
  return row.choices?.[0] ?? offered?.[0]?.value ?? '';
}

function HowSent({ request, onChange }: Pick<PortalFormProps, 'request' | 'onChange'>) {
  const { format, method, operation, isSignedIn, path } = request;
  const { effect, allow, method: only } = httpRow(operation);
  const session = sessions.value?.get(path.portalId ?? '');
  const choose = (
    label: string,
    value: string,
    all: readonly (readonly [string, string])[],
    put: (to: string) => void,
  ) => (
    <label class="inline-field">
      <span>{label}</span>
      <Select aria-label={label} value={value} choices={all} onChange={put} />
    </label>
  );
  return (
    <div class="row how-sent">
      {formatsOf(operation).length > 0 &&
        choose(
          'f',
          format,
          formatsOf(operation).map((one) => [one, one]),
          (to) => onChange({ ...request, format: to }),
        )}
      {choose(
        t.portal.method,
        method,
        (only ? [only] : effect === 'read' ? ['GET', 'POST'] : ['POST']).map((one) => [one, one]),
        (to) => onChange({ ...request, method: to as PortalRequest['method'] }),
      )}
      {path.portalId !== undefined &&
        choose(
          t.portal.sentBy,
          isSignedIn ? 'page' : 'nobody',
          [
            ['page', session ? t.portal.signedIn(session.username, session.name) : t.portal.notSignedIn],
            ['nobody', t.portal.nobody],
          ],
          (to) => onChange({ ...request, isSignedIn: to === 'page' }),
        )}
      {isSignedIn && path.portalId && sessions.value && !session && allow !== 'anyone' && (
        <a {...routeLink('portal', { portal: path.portalId })}>{t.portal.signInThere}</a>
      )}
    </div>
  );
}

type Aid = Parameters<typeof ParameterInput>[0]['aid'];

function Row(props: {
  name: string;
  kind: string;
  note: string | undefined;
  problem: string | undefined;
  onRemove?: (() => void) | undefined;
  children: (aid: Aid) => ComponentChildren;
}) {
  const { name, kind, note, problem, onRemove, children } = props;
  const id = useId();
  const aid = {
    'aria-label': name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-note ${id}-problem`,
  };
  return (
    <FieldRow name={name} type={kind} onRemove={onRemove}>
      {children(aid)}
      {note && <small id={`${id}-note`}>{note}</small>}
      {problem && (
        <small id={`${id}-problem`} class="problem">
          {problem}
        </small>
      )}
    </FieldRow>
  );
}
