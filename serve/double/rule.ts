import { catalogueOperations } from '../../sw/contract/catalogue.ts';
import { badValue, duplicate, type FaultCode, faultCodes, operations } from '../../sw/contract/index.ts';
import { portalOperations } from '../../sw/portal/contract/index.ts';
import { interfaces } from '../extensions/index.ts';
import {
  boolean,
  type Check,
  choice,
  either,
  findNearestWord,
  number,
  object,
  oneOrMore,
  readJson,
  text,
} from './check.ts';
import { protocols } from './interface.ts';

/** Every operation name of any interface. */
export const operationNames: readonly string[] = [
  ...new Set([
    ...[operations, catalogueOperations, portalOperations].flatMap((rows) => Object.keys(rows)),
    ...interfaces.flatMap(({ names }) => names),
    ...['wsdl', 'tile', 'tile-file'],
  ]),
];

const maxDelayMs = 600_000;
const maxBytes = 4 * 1024 ** 3;

const milliseconds = number(0, maxDelayMs);
const bytes = number(0, maxBytes, true);
const afterBytes = object({ afterBytes: bytes });

const layer: Check<string> = (value, path) => {
  if (Number.isSafeInteger(value) || (typeof value === 'string' && value !== '')) return String(value);
  throw badValue(path, 'a layer ID or name', value);
};

/** The requests that a rule applies to. Missing conditions match every request. */
const condition = object(
  {
    operation: choice(operationNames, 'an operation of the contract or of one of its interfaces'),
    protocol: choice(protocols),
    service: text,
    layer,
    method: choice(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
    /** Ordinal numbers, from 1, among the requests that meet the conditions above. */
    nth: oneOrMore(number(1, undefined, true)),
    /** Fraction of requests from 0 to 1, chosen by the seed. */
    share: number(0, 1),
    /** Maximum number of requests that get the effect. */
    times: number(1, undefined, true),
    scenario: text,
    /** State of the scenario, which is initially "start". */
    state: text,
  },
  { face: 'protocol' },
);

/** The effect of a rule. */
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
    /** Local name of the SOAP fault code, instead of the default for the fault. */
    soapCode: text,
    /** The code that REST clients read, instead of the default for the fault. */
    number: number(1, 9999, true),
    status: number(200, 599, true),
  }),
  status: number(200, 599, true),
  /** Body of the answer. Only allowed with a status. */
  body: text,
  contentType: text,
  expiredToken: boolean,
  close: either<boolean | { afterBytes?: number }>('true or {"afterBytes"}', boolean, afterBytes),
  truncate: afterBytes,
  malformed: boolean,
  /** Pad the answer with spaces to this size. */
  sizeBytes: bytes,
  maximumRecords: number(0, undefined, true),
  /** State of the scenario after the request. */
  state: text,
});

type Condition = ReturnType<typeof condition>;
export type Effect = ReturnType<typeof effectShape>;

/** A rule for deliberate faults: requests that meet `when` get the effect `do`. */
export interface Rule {
  readonly id: string;
  readonly on: boolean;
  readonly when: Condition;
  readonly do: Effect;
}

const shape = object({ id: text, on: boolean, when: condition, do: effectShape });
/** Effects of which a rule may have at most one. */
const outcomes = ['fault', 'status', 'expiredToken', 'close'] as const;

/**
 * Check a rule.
 *
 * @param value `{id?, on?, when?, do}` as parsed from JSON
 * @param id ID for a rule without one
 * @throws {Fault} `bad-value`, naming the path, the expected value and the value found
 */
export function checkRule(value: unknown, path: string, id: string): Rule {
  const rule = shape(value, path);
  const { when = {}, do: effect } = rule;
  if (!effect || Object.keys(effect).length === 0) throw badValue(`${path}.do`, 'at least one effect', effect);
  const chosenOutcomes = outcomes.filter((name) => effect[name] !== undefined && effect[name] !== false);
  if (chosenOutcomes.length > 1)
    throw badValue(`${path}.do`, `only one of ${outcomes.join(', ')}`, chosenOutcomes.join(' and '));
  if (effect.body !== undefined && effect.status === undefined)
    throw badValue(`${path}.do.status`, 'a status together with the body', effect.status);
  for (const [name, part] of [
    ['when', when],
    ['do', effect],
  ] as const)
    if (part.state !== undefined && when.scenario === undefined)
      throw badValue(`${path}.when.scenario`, `the scenario of ${name}.state`, when.scenario);
  if (effect.slowBody) requireAll(effect.slowBody, ['pieces', 'overMs'], `${path}.do.slowBody`);
  if (typeof effect.delayMs === 'object') requireAll(effect.delayMs, ['medianMs', 'sigma'], `${path}.do.delayMs`);
  if (typeof effect.close === 'object') requireAll(effect.close, ['afterBytes'], `${path}.do.close`);
  if (effect.truncate) requireAll(effect.truncate, ['afterBytes'], `${path}.do.truncate`);
  return { id: rule.id ?? id, on: rule.on ?? true, when, do: effect };
}

function requireAll(value: object, names: readonly string[], path: string): void {
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw badValue(`${path}.${missing}`, 'a number', undefined);
}

/** Effects on the command line, with the rule members that they become. */
const effects: Readonly<
  Record<string, { readonly form: string; readonly make: (given: string, path: string) => object }>
> = {
  delay: { form: 'delay 500', make: (inputText, path) => ({ delayMs: numberIn(inputText, path) }) },
  status: { form: 'status 503', make: (inputText, path) => ({ status: numberIn(inputText, path) }) },
  fault: { form: 'fault bad-value The message', make: (inputText, path) => ({ fault: faultIn(inputText, path) }) },
  close: { form: 'close', make: () => ({ close: true }) },
  truncate: {
    form: 'truncate 100',
    make: (inputText, path) => ({ truncate: { afterBytes: numberIn(inputText, path) } }),
  },
  malformed: { form: 'malformed', make: () => ({ malformed: true }) },
  expired: { form: 'expired', make: () => ({ expiredToken: true }) },
  limit: { form: 'limit 10', make: (inputText, path) => ({ maximumRecords: numberIn(inputText, path) }) },
  size: { form: 'size 1000000', make: (inputText, path) => ({ sizeBytes: numberIn(inputText, path) }) },
  type: { form: 'type text/html', make: (inputText) => ({ contentType: inputText }) },
};
const conditions: typeof effects = {
  share: { form: 'share 0.2', make: (inputText, path) => ({ share: numberIn(inputText, path) }) },
  nth: { form: 'nth 3', make: (inputText, path) => ({ nth: numberIn(inputText, path) }) },
  times: { form: 'times 2', make: (inputText, path) => ({ times: numberIn(inputText, path) }) },
};
const forms = Object.values({ ...effects, ...conditions }).map(({ form }) => form);

/**
 * Parse a rule from the command line, such as `Find@World/2: delay 500, share 0.2`: an optional operation, service and
 * layer, then the effects after the colon. `*` is every request.
 *
 * @returns a rule that must still be checked
 * @throws {Fault} `bad-value`
 */
export function ruleInText(text: string): { when: object; do: object } {
  const path = `--fault "${text.slice(0, 80)}"`;
  const [, subject = '', parts = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (parts.trim() === '') throw badValue(path, '"OPERATION@SERVICE/LAYER: delay 500"', text);
  const [, operation = '', service, layer] = /^([^@/]*)(?:@(.+?))?(?:\/([^/@]+))?$/.exec(subject.trim()) ?? [];
  const when: Record<string, unknown> = {
    ...(operation === '' || operation === '*' ? {} : { operation }),
    ...(service === undefined ? {} : { service }),
    ...(layer === undefined ? {} : { layer }),
  };
  const done: Record<string, unknown> = {};
  for (const part of parts.split(',')) {
    const [, word = '', inputText = ''] = /^(\S*)\s*(.*)$/s.exec(part.trim())!;
    if (Object.hasOwn(effects, word)) Object.assign(done, effects[word]!.make(inputText, `${path}: ${word}`));
    else if (Object.hasOwn(conditions, word))
      Object.assign(when, conditions[word]!.make(inputText, `${path}: ${word}`));
    else throw badValue(path, `one of ${forms.join(', ')}`, word);
  }
  return { when, do: done };
}

function numberIn(inputText: string, path: string): number {
  if (inputText !== '' && Number.isFinite(Number(inputText))) return Number(inputText);
  throw badValue(path, 'a number', inputText);
}

function faultIn(inputText: string, path: string): { code?: FaultCode; message?: string } {
  const [word = '', ...message] = inputText.split(/\s+/).filter(Boolean);
  if (Object.hasOwn(faultCodes, word))
    return { code: word as FaultCode, ...(message.length > 0 ? { message: message.join(' ') } : {}) };
  if (word === '') return {};
  const nearest = findNearestWord(word, Object.keys(faultCodes));
  throw badValue(path, `a code such as ${nearest ?? 'bad-value, too-large, internal'}`, word);
}

/** The initial state of a server, which `reset` restores. */
export interface Scenario {
  readonly rules: readonly Rule[];
  readonly seed: string;
  /** In the format of `PUT /__admin/clock`. */
  readonly clock: object | undefined;
}

const clock: Check<object> = (value, path) => {
  if (typeof value === 'object' && value !== null) return value;
  throw badValue(path, 'an object such as {"now": "2026-01-31T12:00:00Z", "isFrozen": true}', value);
};
const list: Check<readonly unknown[]> = (value, path) => {
  if (Array.isArray(value)) return value;
  throw badValue(path, 'a list of rules', value);
};
const scenarioShape = object({ rules: list, seed: text, clock });

/**
 * Read a scenario: `{"rules": […], "seed": "a", "clock": {…}}`.
 *
 * @param file its name, for messages
 * @throws {Fault} `bad-value`, naming file and path
 */
export function readScenario(json: string, file: string): Scenario {
  const { rules = [], seed = '1', clock } = scenarioShape(readJson(json, file), file);
  const checked = rules.map((rule, index) => checkRule(rule, `${file}: rules[${index}]`, `rule-${index + 1}`));
  const twice = checked.find((rule, index) => checked.findIndex(({ id }) => id === rule.id) < index);
  if (twice) throw duplicate(`${file}: rules`, 'ID', twice.id);
  return { rules: checked, seed, clock };
}
