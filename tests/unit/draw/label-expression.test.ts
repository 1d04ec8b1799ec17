import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { labelText, simpleExpression } from '../../../sw/draw/label/label-expression.ts';
import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';

const fields = ['NAME', 'POP', 'DAY', 'a]b [c]'].map(
  (Name) => ({ Name, Type: 'gisFieldTypeString' }) as Value<'Field'>,
);
const attributes = {
  firstRow: 0,
  rowCount: 2,
  columns: new Map([
    ['NAME', { kind: 'string', values: ['Ulm', 'Köln'] } as const],
    ['POP', { kind: 'double', values: Float64Array.of(0.1 + 0.2, 5), nulls: Uint8Array.of(0, 1) } as const],
    ['DAY', { kind: 'date', values: Float64Array.of(0, 86_399_000) } as const],
    ['a]b [c]', { kind: 'string', values: ['brackets', ''] } as const],
  ]),
};
const label = (expression: string, row = 0, type: Value<'gisLabelExpressionType'> = 'gisLabelExpressionSimple') =>
  labelText(expression, { fields, path: 'Layer 1' }, { type })(attributes, row);

test.each([
  ['[NAME]', 'Ulm'],
  ['[name] & ", " & [POP]', 'Ulm, 0.3'],
  [`"a ""b"" " + [NAME] + 'it''s'`, 'a "b" Ulmit\'s'],
  ['[NAME] & vbNewLine & [DAY]', 'Ulm\n1970-01-01'],
  ['[a]]b [c]]] & [NAME]', 'bracketsUlm'],
  ['', ''],
])('%s', (expression, text) => {
  expect(label(expression)).toBe(text);
});

test('nulls are empty, times are shown when there are any', () => {
  expect(label('[NAME] & " " & [POP]', 1)).toBe('Köln');
  expect(label('[DAY]', 1)).toBe('1970-01-01 23:59:59');
});

test.each([
  ['[NOPE]', 'unknown-field', /found "NOPE"/],
  ['UCase([NAME])', 'not-supported', /found "UCase\(\[NAME\]\)" at character 1\./],
  ['[NAME] [POP]', 'not-supported', /found .* at character 7\./],
  ['[NAME] &', 'not-supported', /expected/],
  ['"open', 'not-supported', /expected/],
] as const)('%s is refused', (expression, code, message) => {
  expect(() => label(expression)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});

test.each([
  ['VBScript', 'UCase([NAME]) & " " & Round([POP] * 100, 1) & vbNewLine & Mid([NAME], 2, 2)', 'ULM 30\nlm'],
  ['VBScript', 'Left("abcdef", 2) + Right("abcdef", 2) & Len([NAME])', 'abef3'],
  ['Python', "[NAME].upper() + '\\n' + str(round([POP], 2)).replace('.', ',')", 'ULM\n0,3'],
  ['Python', "'new york'.title()", 'New York'],
  ['JScript', '[NAME].toLowerCase() + (1 + 2 * 3) + Math.round(-2.4 - 1)', 'ulm7-3'],
  ['JScript', '"a" + [POP].toFixed(2).substring(0, 3)', 'a0.3'],
] as const)('%s: %s', (dialect, expression, text) => {
  expect(label(expression, 0, `gisLabelExpression${dialect}`)).toBe(text);
});

test.each(['[NAME].constructor("x")()', 'constructor()', 'eval("1")', '__proto__', '"a" if 1 else 2', '('.repeat(100)])(
  '%s is not understood',
  (expression) => {
    expect(() => label(expression, 0, 'gisLabelExpressionJScript')).toThrow(
      expect.objectContaining({ code: 'not-supported' }),
    );
  },
);

test('codes are written by their names, and what is simple is written simply', () => {
  const Domain = {
    type: 'CodedValueDomain',
    DomainName: 'd',
    FieldType: 'gisFieldTypeString',
    CodedValues: [{ Name: 'City of Ulm', Code: 'Ulm' }],
  } as unknown as NonNullable<Value<'Field'>['Domain']>;
  const source = { fields: [{ ...fields[0]!, Domain }], path: 'Layer 1' };
  const write = (usesCodedValues: boolean, row: number) =>
    labelText('[NAME]', source, { usesCodedValues })(attributes, row);
  expect([write(true, 0), write(true, 1), write(false, 0)]).toEqual(['City of Ulm', 'Köln', 'Ulm']);
  expect(simpleExpression("[NAME] + ' x ' + [POP]", 'gisLabelExpressionPython')).toBe('[NAME] & " x " & [POP]');
  expect(simpleExpression('UCase([NAME])', 'gisLabelExpressionVBScript')).toBeUndefined();
});

test('a row is labelled with the name of its kind, and with the names that its kind has for codes', () => {
  const domain = (Name: string) =>
    ({ type: 'CodedValueDomain', CodedValues: [{ Name, Code: 'Ulm' }] }) as unknown as Value<'Domain'>;
  const rows = {
    ...{ firstRow: 0, rowCount: 4 },
    columns: new Map([
      ['KIND', { kind: 'int', values: Int32Array.of(1, 2, 3, 0), nulls: Uint8Array.of(0, 0, 0, 1) } as const],
      ['NAME', { kind: 'string', values: ['Ulm', 'Ulm', 'Ulm', 'Ulm'] } as const],
    ]),
  };
  const source = {
    fields: [
      { Name: 'KIND', Type: 'gisFieldTypeInteger' } as Value<'Field'>,
      { ...fields[0]!, Domain: domain('City of Ulm') },
    ],
    path: 'Layer 1',
  };
  const kinds: NonNullable<PresentationDefinition['subtypes']>['kinds'] = [
    { code: 1, name: 'Town', domains: {} },
    { code: 2, name: 'Minster', domains: { NAME: domain('Ulm minster') } },
    { code: 3, name: 'Plain', domains: { NAME: null } },
  ];
  const write = labelText('[kind] & ": " & [name]', source, {
    usesCodedValues: true,
    presentation: { subtypes: { field: 'KIND', kinds } },
  });
  expect(write.fields).toEqual(['KIND', 'NAME']);
  const { fields: ofName } = labelText('[name]', source, { presentation: { subtypes: { field: 'KIND', kinds } } });
  expect(ofName).toEqual(['KIND', 'NAME']);
  expect(labelText('[name]', source).fields).toEqual(['NAME']);
  expect([0, 1, 2, 3].map((row) => write(rows, row))).toEqual([
    'Town: City of Ulm',
    'Minster: Ulm minster',
    'Plain: Ulm',
    ': City of Ulm',
  ]);
});
