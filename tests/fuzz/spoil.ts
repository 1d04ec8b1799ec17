import type { Random } from './random.ts';

/**
 * Strings that often break readers of numbers, lists, JSON, SQL, WKT, paths and markup. None has a word that the tests
 * search for in answers.
 */
const hostile = [
  ...['', ' ', '0', '-0', '-1', '1.5', '1e308', '-1e308', '9'.repeat(40), '0x10', '2147483648', 'Infinity', '१२३'],
  ...['__proto__', 'constructor', 'toString', '../..', '..%2f..', '%00', '\u0000', '\u202Eevil\u{1F4A9}', '\uD800'],
  ...[
    "'",
    '"',
    "' OR 1=1 --",
    '1=1) OR (1=1',
    '<script>alert(1)</script>',
    '<![CDATA[',
    '&#x41;',
    '*',
    '~',
    ';',
    ',,',
    '|',
  ],
  ...[
    '{',
    '[',
    '{}',
    '[]',
    'null',
    '[null]',
    '{"a":1}',
    '{"__proto__":{"a":1}}',
    '[[[0,0]]]',
    '{"rings":[[[0,0],[1,1]]]}',
  ],
  ...[
    '{"x":1e999,"y":0}',
    '{"wkid":-5}',
    '{"wkt":"PROJCS["}',
    '{"type":"simple"}',
    '{"type":"classBreaks","field":"x"}',
  ],
  ...[
    '2020-13-45',
    '253402300800000',
    '-1,1',
    '4,3,2,1',
    '-180,-90,180,90',
    '1e30,1e30,2e30,2e30',
    'show:',
    'EPSG:',
    'urn:',
  ],
];

const long = [
  (text: string) => text.repeat(3000),
  () => '('.repeat(5000),
  () => '['.repeat(5000),
  () => '1,'.repeat(5000),
  () => '\\'.repeat(9999),
  () => ' '.repeat(9000),
  () => '{"a":'.repeat(3000),
];

/** Return text that is invalid for almost any parameter; one time in 30 it is long. */
export function hostileText(random: Random): string {
  const text = random.pick(hostile);
  return random.once(30) ? random.pick(long)(text || 'a') : text;
}

/** Change text in one to three places: delete, duplicate, swap, replace or insert. */
export function spoiltText(random: Random, text: string): string {
  let spoilt = text;
  for (let i = random.below(3); i >= 0; i--) {
    const from = random.below(spoilt.length + 1);
    const to = Math.min(spoilt.length, from + random.below(12));
    const piece = spoilt.slice(from, to);
    const changes = [
      '',
      piece + piece,
      [...piece].reverse().join(''),
      hostileText(random),
      piece.toUpperCase(),
      piece.replaceAll(/\d/g, '9'),
    ];
    spoilt = spoilt.slice(0, from) + random.pick(changes) + spoilt.slice(to);
  }
  return spoilt;
}

/** Change bytes in one to eight places, or truncate them. */
export function spoiltBytes(random: Random, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const spoilt = Uint8Array.from(bytes);
  // Headers have more effect than the data after them.
  const position = () => random.below(random.once(2) ? Math.min(512, spoilt.length) : spoilt.length);
  for (let i = random.below(8); i >= 0; i--) {
    const location = position();
    const kind = random.below(4);
    if (kind === 0) spoilt[location] = random.below(256);
    else if (kind === 1) spoilt[location]! ^= 1 << random.below(8);
    else if (kind === 2) spoilt.fill(random.pick([0, 255]), location, location + random.pick([1, 2, 4, 8]));
    else spoilt.copyWithin(location, position(), position());
  }
  return random.once(5) ? spoilt.slice(0, random.below(spoilt.length)) : spoilt;
}
