import { type FaultCode, faultCodes } from '../../sw/contract/index.ts';
import { badInput } from './check.ts';
import { nearestOf } from './nearest.ts';

/** Words of a fault on the command line, with what they become in a rule. */
const effects: Readonly<
  Record<string, { readonly form: string; readonly make: (given: string, path: string) => object }>
> = {
  delay: { form: 'delay 500', make: (given, path) => ({ delayMs: numberIn(given, path) }) },
  status: { form: 'status 503', make: (given, path) => ({ status: numberIn(given, path) }) },
  fault: { form: 'fault bad-value The message', make: (given, path) => ({ fault: faultIn(given, path) }) },
  close: { form: 'close', make: () => ({ close: true }) },
  truncate: { form: 'truncate 100', make: (given, path) => ({ truncate: { afterBytes: numberIn(given, path) } }) },
  malformed: { form: 'malformed', make: () => ({ malformed: true }) },
  expired: { form: 'expired', make: () => ({ expiredToken: true }) },
  limit: { form: 'limit 10', make: (given, path) => ({ maximumRecords: numberIn(given, path) }) },
  size: { form: 'size 1000000', make: (given, path) => ({ sizeBytes: numberIn(given, path) }) },
  type: { form: 'type text/html', make: (given) => ({ contentType: given }) },
};
const conditions: typeof effects = {
  share: { form: 'share 0.2', make: (given, path) => ({ share: numberIn(given, path) }) },
  nth: { form: 'nth 3', make: (given, path) => ({ nth: numberIn(given, path) }) },
  times: { form: 'times 2', make: (given, path) => ({ times: numberIn(given, path) }) },
};
const forms = Object.values({ ...effects, ...conditions }).map(({ form }) => form);

/**
 * Read a fault as the command line has it, `Find@World/2: delay 500, share 0.2`: an operation, service and layer, each of which may
 * be missing, and after the colon what happens. `*` is every request.
 *
 * @returns a rule to be checked
 * @throws {Fault} `bad-value`
 */
export function ruleInText(text: string): { when: object; do: object } {
  const path = `--fault "${text.slice(0, 80)}"`;
  const [, subject = '', parts = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (parts.trim() === '') throw badInput(path, '"OPERATION@SERVICE/LAYER: delay 500"', text);
  const [, operation = '', service, layer] = /^([^@/]*)(?:@(.+?))?(?:\/([^/@]+))?$/.exec(subject.trim()) ?? [];
  const when: Record<string, unknown> = {
    ...(operation === '' || operation === '*' ? {} : { operation }),
    ...(service === undefined ? {} : { service }),
    ...(layer === undefined ? {} : { layer }),
  };
  const done: Record<string, unknown> = {};
  for (const part of parts.split(',')) {
    const [, word = '', given = ''] = /^(\S*)\s*(.*)$/s.exec(part.trim())!;
    if (Object.hasOwn(effects, word)) Object.assign(done, effects[word]!.make(given, `${path}: ${word}`));
    else if (Object.hasOwn(conditions, word)) Object.assign(when, conditions[word]!.make(given, `${path}: ${word}`));
    else throw badInput(path, `one of ${forms.join(', ')}`, word);
  }
  return { when, do: done };
}

function numberIn(given: string, path: string): number {
  if (given !== '' && Number.isFinite(Number(given))) return Number(given);
  throw badInput(path, 'a number', given);
}

function faultIn(given: string, path: string): { code?: FaultCode; message?: string } {
  const [word = '', ...message] = given.split(/\s+/).filter(Boolean);
  if (Object.hasOwn(faultCodes, word))
    return { code: word as FaultCode, ...(message.length > 0 ? { message: message.join(' ') } : {}) };
  if (word === '') return {};
  const nearest = nearestOf(word, Object.keys(faultCodes));
  throw badInput(path, `a code such as ${nearest ?? 'bad-value, too-large, internal'}`, word);
}
