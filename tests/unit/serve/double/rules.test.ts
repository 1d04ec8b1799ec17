import { expect, test } from 'vitest';
import { readRequest } from '../../../../serve/double/read-request.ts';
import { checkRule, readScenario, ruleInText } from '../../../../serve/double/rule.ts';
import { RuleBook } from '../../../../serve/double/rule-book.ts';
import { testWith } from '../../with-extensions.ts';
import { makeExchange, message } from './exchange-of.ts';

const find = () => readRequest(makeExchange('/services/World/MapServer', message('Find')));
const restFind = () => readRequest(makeExchange('/rest/services/World/MapServer/find?searchText=a&layers=2'));

test.each([
  [
    { when: { operaton: 'Find' }, do: { close: true } },
    'rule.when: expected one of operation, protocol,',
    '(perhaps operation), found "operaton"',
  ],
  [
    { when: { operation: 'Fnid' }, do: { close: true } },
    'rule.when.operation: expected an operation of',
    '(perhaps Find), found "Fnid".',
  ],
  [{ when: { share: 7 }, do: { close: true } }, 'rule.when.share: expected a number from 0 to 1, found 7.', 'expected'],
  [
    { when: { nth: [1, 0] }, do: { close: true } },
    'rule.when.nth[1]: expected a whole number ≥ 1, found 0.',
    'expected',
  ],
  [{ do: { delayMs: { medianMs: 5 } } }, 'rule.do.delayMs.sigma: expected a number, found nothing.', 'expected'],
  [{ do: { delayMs: 'long' } }, 'rule.do.delayMs: expected milliseconds, or {"medianMs", "sigma"}', 'found "long".'],
  [{ do: { fault: { code: 'bad-valu' } } }, 'rule.do.fault.code: expected one of', '(perhaps bad-value)'],
  [{ do: { status: 99 } }, 'rule.do.status: expected a whole number from 200 to 599, found 99.', 'expected'],
  [
    { do: { close: true, status: 500 } },
    'rule.do: expected only one of fault, status, expiredToken, close',
    'status and close',
  ],
  [{ do: { status: 500, state: 'gone' } }, 'rule.when.scenario: expected the scenario of do.state', 'expected'],
  [{ do: {} }, 'rule.do: expected at least one effect, found {}.', 'expected'],
  [{ when: {} }, 'rule.do: expected at least one effect, found nothing.', 'expected'],
  [[], 'rule: expected an object, found [].', 'expected'],
])('%j is refused', (rule, start, part) => {
  const check = () => checkRule(rule, 'rule', 'a');
  expect(check).toThrow(start);
  expect(check).toThrow(part);
});

test('a rule of an earlier version calls the protocol face', () => {
  const { when } = checkRule({ when: { face: 'rest' }, do: { status: 503 } }, 'rule', 'a');
  expect(when).toEqual({ protocol: 'rest' });
});

testWith('rest')('a rule is for an operation in every interface, or in one', async () => {
  const book = new RuleBook('1');
  book.add({ id: 'rest', when: { operation: 'Find', protocol: 'rest', layer: 2 }, do: { status: 503 } });
  book.add({ id: 'any', when: { operation: 'FIND', service: 'World' }, do: { status: 500 } });
  expect(book.take(await find())?.rule.id).toBe('any');
  expect(book.take(await restFind())?.rule.id).toBe('rest');
  const identify = await readRequest(makeExchange('/services/World/MapServer', message('Identify')));
  expect(book.take(identify)).toBeUndefined();
  expect(book.list().map(({ seen, applied }) => [seen, applied])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

testWith('ogc')('a WMS map is drawn by ExportMapImage', async () => {
  const book = new RuleBook('1');
  book.add({ when: { operation: 'ExportMapImage' }, do: { status: 503 } });
  const getMap = await readRequest(makeExchange('/services/World/MapServer/WMSServer?request=GetMap'));
  expect(book.take(getMap)).toBeDefined();
});

test('the nth request, at most so many, or a share of them', async () => {
  const book = new RuleBook('1');
  const read = await find();
  const applied = (count: number) => Array.from({ length: count }, () => (book.take(read) ? 1 : 0));
  book.add({ when: { nth: [2, 4] }, do: { status: 500 } });
  expect(applied(5)).toEqual([0, 1, 0, 1, 0]);
  book.clear();
  book.add({ when: { times: 2 }, do: { status: 500 } });
  expect(applied(4)).toEqual([1, 1, 0, 0]);
  book.clear();
  book.add({ id: 'share', when: { share: 0.25 }, do: { status: 500 } });
  const first = applied(400);
  const count = first.filter(Boolean).length;
  expect(count).toBeGreaterThan(70);
  expect(count).toBeLessThan(130);
  book.seed = '1';
  expect(applied(400)).toEqual(first);
  book.seed = '2';
  expect(applied(400)).not.toEqual(first);
});

test('a scenario moves from state to state', async () => {
  const { rules, seed } = readScenario(
    JSON.stringify({
      rules: [
        { when: { scenario: 'sign-in', state: 'start' }, do: { expiredToken: true, state: 'renewed' } },
        { when: { scenario: 'sign-in', state: 'renewed' }, do: { delayMs: 0, state: 'done' } },
      ],
    }),
    'file.json',
  );
  const book = new RuleBook(seed, rules);
  const read = await find();
  expect([book.take(read)?.rule.id, book.take(read)?.rule.id, book.take(read)]).toEqual([
    'rule-1',
    'rule-2',
    undefined,
  ]);
  expect(book.states()).toEqual({ 'sign-in': 'done' });
  book.reset();
  expect(book.take(read)?.rule.id).toBe('rule-1');
  expect(() => readScenario('{"rules": [{"do": {"sizeBytes": -1}}]}', 'file.json')).toThrow(
    'file.json: rules[0].do.sizeBytes: expected a whole',
  );
  expect(() => readScenario('{', 'file.json')).toThrow("file.json isn't valid JSON");
});

test.each([
  ['Find: delay 500', { when: { operation: 'Find' }, do: { delayMs: 500 } }],
  [
    'Find@Folder/World/2: status 503, share 0.2',
    { when: { operation: 'Find', service: 'Folder/World', layer: '2', share: 0.2 }, do: { status: 503 } },
  ],
  ['*: close, nth 3', { when: { nth: 3 }, do: { close: true } }],
  [
    'QueryData: fault bad-sql Invalid clause',
    { when: { operation: 'QueryData' }, do: { fault: { code: 'bad-sql', message: 'Invalid clause' } } },
  ],
  ['@World: expired, times 1', { when: { service: 'World', times: 1 }, do: { expiredToken: true } }],
])('--fault "%s" is a rule', (text, rule) => {
  expect(ruleInText(text)).toEqual(rule);
  expect(() => checkRule(rule, 'rule', 'a')).not.toThrow();
});

testWith('rest')('a rule names an operation of another interface', () => {
  expect(() => checkRule(ruleInText('query: close'), 'rule', 'a')).not.toThrow();
});

test.each([
  ['Find', 'expected "OPERATION@SERVICE/LAYER: delay 500"'],
  ['Find: dely 5', 'one of delay 500, status 503,'],
  ['Find: delay soon', 'delay: expected a number, found "soon".'],
  ['Find: fault bad-slq', 'fault: expected a code such as bad-sql'],
])('--fault "%s" is refused', (text, sentence) => {
  expect(() => ruleInText(text)).toThrow(sentence);
});
