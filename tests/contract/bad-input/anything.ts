import { isDeep } from '../../today.ts';

const nestText = (text: string, depth: number): string => text.repeat(depth);
const inputs = [
  ...[
    '',
    ' ',
    '__proto__',
    'constructor',
    "'; DROP TABLE towns; --",
    '<script>alert(1)</script>',
    '%00',
    '\u202Eevil\u{1F4A9}',
  ],
  ...[
    'abc',
    'NaN',
    'Infinity',
    '-Infinity',
    '-1',
    '0',
    '2147483648',
    '1.5',
    '1e308',
    '-1e-308',
    '9'.repeat(400),
    '0x10',
  ],
  ...[
    '{',
    '[',
    '{}',
    '[]',
    'null',
    'true',
    '"',
    '{"a":1}',
    '[null]',
    '[[]]',
    '{"__proto__":{"a":1}}',
    '[{"__proto__":1}]',
  ],
  ...[
    'A'.repeat(100_000),
    '1,'.repeat(50_000),
    nestText('[', 50_000),
    nestText('{"a":', 20_000),
    nestText('(', 20_000),
  ],
];

/** Return values that are invalid for almost any parameter. Without `isDeep`, each position gets a quarter of them. */
export const anything = (position: number): string[] => inputs.filter((_, i) => isDeep || (i + position) % 4 === 0);
