import { badInput, type Check, object, readJson, text } from './check.ts';
import { checkRule, type Rule } from './rule.ts';

/** What a server starts with and goes back to. */
export interface Scenario {
  readonly rules: readonly Rule[];
  readonly seed: string;
  /** As `PUT /__admin/clock` takes it. */
  readonly clock: object | undefined;
}

const clock: Check<object> = (value, path) => {
  if (typeof value === 'object' && value !== null) return value;
  throw badInput(path, 'an object such as {"now": "2026-01-31T12:00:00Z", "isFrozen": true}', value);
};
const list: Check<readonly unknown[]> = (value, path) => {
  if (Array.isArray(value)) return value;
  throw badInput(path, 'a list of rules', value);
};
const shape = object({ rules: list, seed: text, clock });

/**
 * Read a scenario: `{"rules": […], "seed": "a", "clock": {…}}`.
 *
 * @param file its name, for messages
 * @throws {Fault} `bad-value`, naming file and path
 */
export function readScenario(json: string, file: string): Scenario {
  const { rules = [], seed = '1', clock } = shape(readJson(json, file), file);
  const checked = rules.map((rule, at) => checkRule(rule, `${file}: rules[${at}]`, `rule-${at + 1}`));
  const twice = checked.find((rule, at) => checked.findIndex(({ id }) => id === rule.id) < at);
  if (twice) throw badInput(`${file}: rules`, 'ids that differ', twice.id);
  return { rules: checked, seed, clock };
}
