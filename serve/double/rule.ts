import { catalogueOperations } from '../../sw/contract/catalogue.ts';
import { type FaultCode, faultCodes, operations } from '../../sw/contract/index.ts';
import { portalOperations } from '../../sw/portal/contract/index.ts';
import { interfaces } from '../extensions/index.ts';
import { badInput, boolean, type Check, choice, either, number, object, oneOrMore, text } from './check.ts';
import { faces } from './interface.ts';

/** Every name that an operation has in one of the interfaces. */
const operationNames: readonly string[] = [
  ...new Set([
    ...[operations, catalogueOperations, portalOperations].flatMap((rows) => Object.keys(rows)),
    ...interfaces.flatMap(({ names }) => names),
    ...['wsdl', 'tile', 'tile-file'],
  ]),
];

const longestDelayMs = 600_000;
const mostBytes = 4 * 1024 ** 3;

const milliseconds = number(0, longestDelayMs);
const bytes = number(0, mostBytes, true);
const afterBytes = object({ afterBytes: bytes });

const layer: Check<string> = (value, path) => {
  if (Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')) return String(value);
  throw badInput(path, 'the id or name of a layer', value);
};

/** Which requests a rule is for; what is absent does not matter. */
const condition = object({
  operation: choice(operationNames, 'an operation of the contract or of one of its interfaces'),
  face: choice(faces),
  service: text,
  layer,
  method: choice(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Counts of the requests that meet the conditions above, from 1. */
  nth: oneOrMore(number(1, undefined, true)),
  /** From 0 to 1; which ones follows from the seed. */
  share: number(0, 1),
  /** Most requests that get the effect. */
  times: number(1, undefined, true),
  scenario: text,
  /** Of the scenario; `start` at first. */
  state: text,
});

/** What happens to them. */
const effectShape = object({
  delayMs: either<number | { medianMs?: number; sigma?: number }>(
    'milliseconds, or {"medianMs", "sigma"} of a log-normal distribution',
    milliseconds,
    object({ medianMs: milliseconds, sigma: number(0, 3) }),
  ),
  slowBody: object({ pieces: number(2, 1000, true), overMs: milliseconds }),
  fault: object({
    code: choice(Object.keys(faultCodes) as FaultCode[]),
    message: text,
    /** Local name of the code of a SOAP fault, in place of the side to blame. */
    soapCode: text,
    /** The number that REST clients read, in place of that of the code. */
    number: number(1, 9999, true),
    status: number(200, 599, true),
  }),
  status: number(200, 599, true),
  /** With a status. */
  body: text,
  contentType: text,
  expiredToken: boolean,
  close: either<boolean | { afterBytes?: number }>('true or {"afterBytes"}', boolean, afterBytes),
  truncate: afterBytes,
  malformed: boolean,
  /** Spaces at the end fill the answer up to this size. */
  sizeBytes: bytes,
  maximumRecords: number(0, undefined, true),
  /** State in which the scenario is afterwards. */
  state: text,
});

type Condition = ReturnType<typeof condition>;
export type Effect = ReturnType<typeof effectShape>;

/** A fault on purpose: requests that meet `when` get `do`. */
export interface Rule {
  readonly id: string;
  readonly on: boolean;
  readonly when: Condition;
  readonly do: Effect;
}

const shape = object({ id: text, on: boolean, when: condition, do: effectShape });
/** Of these an answer can have one. */
const outcomes = ['fault', 'status', 'expiredToken', 'close'] as const;

/**
 * Check a rule.
 *
 * @param value `{id?, on?, when?, do}` as parsed from JSON
 * @param id for a rule that has none
 * @throws {Fault} `bad-value`, naming the path, what was expected and what was found
 */
export function checkRule(value: unknown, path: string, id: string): Rule {
  const rule = shape(value, path);
  const { when = {}, do: effect } = rule;
  if (!effect || Object.keys(effect).length === 0) throw badInput(`${path}.do`, 'at least one effect', effect);
  const found = outcomes.filter((name) => effect[name] !== undefined && effect[name] !== false);
  if (found.length > 1) throw badInput(`${path}.do`, `one of ${outcomes.join(', ')}`, found.join(' and '));
  if (effect.body !== undefined && effect.status === undefined)
    throw badInput(`${path}.do.status`, 'a status beside the body', effect.status);
  for (const [name, part] of [
    ['when', when],
    ['do', effect],
  ] as const)
    if (part.state !== undefined && when.scenario === undefined)
      throw badInput(`${path}.when.scenario`, `the scenario that ${name}.state is of`, when.scenario);
  if (effect.slowBody) requireAll(effect.slowBody, ['pieces', 'overMs'], `${path}.do.slowBody`);
  if (typeof effect.delayMs === 'object') requireAll(effect.delayMs, ['medianMs', 'sigma'], `${path}.do.delayMs`);
  if (typeof effect.close === 'object') requireAll(effect.close, ['afterBytes'], `${path}.do.close`);
  if (effect.truncate) requireAll(effect.truncate, ['afterBytes'], `${path}.do.truncate`);
  return { id: rule.id ?? id, on: rule.on ?? true, when, do: effect };
}

function requireAll(value: object, names: readonly string[], path: string): void {
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw badInput(`${path}.${missing}`, 'a number', undefined);
}
