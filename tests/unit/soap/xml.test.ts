import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../sw/contract/index.ts';
import { escapeAttribute, escapeText } from '../../../sw/contract/markup.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { readXml, type XmlElement } from '../../../sw/soap/xml.ts';
import { polygonRecords } from './polygon-records.ts';

const wellFormed: readonly string[] = [
  '<a/>',
  '<a></a>',
  '<?xml version="1.0" encoding="utf-8"?>\n<a>text</a>\n',
  '<a b="1" c=\'2\'/>',
  '<a b = "x > y" />',
  '<a><b>1</b><b>2</b><c/></a>',
  '<a>one<b/>two</a>',
  '<a><!-- a comment > with marks --><b/></a><!-- after -->',
  '<a><![CDATA[<not> & markup]]></a>',
  '<a>&lt;&gt;&amp;&quot;&apos;</a>',
  '<a>&#65;&#x42;&#x1F600;</a>',
  '<?pi before?><a><?pi inside?></a>',
  '<é ü="ö">Ω 日本 😀</é>',
  '<n:a xmlns:n="urn:x"><n:b/></n:a>',
  '<a.b-c_d/>',
  '<a\n  b="1"\n>\n</a\n>',
];

/** Nest elements with ten new prefixes each. */
function namespaces(levels: number): string {
  const open = (level: number) =>
    `<a ${Array.from({ length: 10 }, (_, i) => `xmlns:p${level}_${i}="urn:x"`).join(' ')}>`;
  return Array.from({ length: levels }, (_, level) => open(level)).join('') + '</a>'.repeat(levels);
}

const refused: readonly (readonly [what: string, xml: string, says: RegExp])[] = [
  ['nothing', '', /line 1, column 1: expected an element, found the end of the document/],
  ['no XML at all', 'hello', /expected an element, found "hello"/],
  ['JSON', '{"a": 1}', /expected an element/],
  ['a DOCTYPE', '<!DOCTYPE a><a/>', /line 1, column 1: expected an element, found "<!DOCTYPE"/],
  ['a DOCTYPE with entities', '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', /line 2, column 1/],
  ['a DOCTYPE after the root', '<a/><!DOCTYPE a>', /found "<!DOCTYPE"/],
  ['two roots', '<a/><b/>', /column 5: expected the end of the document, found a second root element/],
  ['text after the root', '<a/>\n  more', /line 2, column 3: expected the end of the document, found "more"/],
  ['an end tag too many', '<a></a></a>', /expected the end of the document, found <\/a>/],
  ['an open element', '<a><b></b>', /expected <\/a>, found the end of the document/],
  ['crossed tags', '<a><b></a></b>', /expected <\/b>, found <\/a>/],
  ['a start tag without end', '<a><b', /expected ">" at the end of the start tag/],
  ['two attributes of one name', '<a b="1" b="2"/>', /expected one attribute b, found two/],
  ['two attributes of one name in two prefixes', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', /found two/],
  ['two declarations of one prefix', '<a xmlns:x="u" xmlns:x="v"/>', /expected one declaration xmlns:x/],
  ['an unknown entity', '<a>&nbsp;</a>', /found "&nbsp;"/],
  ['an entity named like a property', '<a>&constructor;</a>', /found "&constructor;"/],
  ['a lone ampersand', '<a>a & b</a>', /found "& b"/],
  ['an empty reference', '<a>&;</a>', /found "&;"/],
  ['a reference to nothing', '<a>&#0;</a>', /expected a reference to a legal character/],
  ['a reference beyond Unicode', '<a>&#x110000;</a>', /expected a reference to a legal character/],
  ['a reference to half a pair', '<a>&#xD800;</a>', /expected a reference to a legal character/],
  ['letters in a decimal reference', '<a>&#6x;</a>', /found "&#6x;"/],
  ['a raw < in an attribute', '<a b="<"/>', /expected "&lt;" in an attribute/],
  ['an attribute without quotes', '<a b=1/>', /expected a quoted value for attribute b, found "1"/],
  ['an attribute without value', '<a b/>', /expected "=" after attribute b/],
  ['attributes without space between', '<a b="1"c="2"/>', /expected white space between attributes/],
  ['an unfinished attribute', '<a b="1>', /expected " at the end of the attribute b/],
  ['a control character', '<a>\u0001</a>', /expected a legal character, found U\+0001/],
  ['half a surrogate pair', '<a>\ud800</a>', /found U\+D800/],
  ['an undeclared prefix', '<x:a/>', /expected a declaration of prefix "x", found nothing/],
  ['an undeclared prefix of an attribute', '<a x:b="1"/>', /prefix "x"/],
  ['a bad name', '<1a/>', /expected a name, found "1a"/],
  ['two colons', '<a:b:c xmlns:a="u"/>', /expected a name/],
  ['-- in a comment', '<a><!-- a -- b --></a>', /found "--" inside a comment/],
  ['an open comment', '<a><!-- a</a>', /expected -->? at the end of the comment/],
  ['an open CDATA section', '<a><![CDATA[x</a>', /expected \]\]> at the end of the CDATA section/],
  ['a CDATA section outside', '<![CDATA[x]]><a/>', /found a CDATA section/],
  [']]> in text', '<a>x ]]> y</a>', /expected "]]&gt;" in text/],
  ['an XML declaration inside', '<a><?xml version="1.0"?></a>', /expected the XML declaration at the start/],
  [
    '257 attributes',
    `<a ${Array.from({ length: 257 }, (_, i) => `a${i}="" `).join('')}/>`,
    /expected at most 256 attributes/,
  ],
  ['too many namespaces', namespaces(200), /expected at most 256 namespaces/],
  ['200 levels and one', `${'<a>'.repeat(201)}${'</a>'.repeat(201)}`, /expected at most 200 levels/],
];

test.each(wellFormed)('reads %s', (xml) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(readXml(xml).offset).toBeGreaterThanOrEqual(0);
});

test.each(refused)('refuses %s', (_what, xml, says) => {
  let caught: unknown;
  try {
    readXml(xml);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(Fault);
  expect((caught as Fault).code).toBe('bad-xml');
  expect((caught as Fault).message).toMatch(/^XML, line \d+, column \d+: expected .+, found .+$/s);
  expect((caught as Fault).message).toMatch(says);
});

describe('content', () => {
  test('resolves references, CDATA and line ends, and leaves white space alone', () => {
    expect(readXml('<a> x&#65;<![CDATA[<&]]>\r\ny\r</a>').text).toBe(' xA<&\ny\n');
  });
  test('normalises white space in attributes but not references to it', () => {
    expect(readXml('<a b="x\n\ty&#10;z &gt; &#x41;"/>').attributes[0]!.value).toBe('x  y\nz > A');
  });
  test('a reference that spells markup stays text', () => {
    expect(readXml('<a>&#38;lt;</a>').text).toBe('&lt;');
  });
  test('a byte order mark is no text', () => {
    expect(readXml('\ufeff<?xml version="1.0"?><a/>').name).toBe('a');
  });
  test('200 levels are allowed', () => {
    expect(readXml(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`).name).toBe('a');
  });
  test('elements named like properties of objects are elements', () => {
    const root = readXml('<a><constructor>1</constructor><__proto__ toString="x">2</__proto__></a>');
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
    ]);
  });
});

describe('namespaces', () => {
  test('the default reaches unprefixed elements and not attributes, and may be taken back', () => {
    const root = readXml('<a xmlns="urn:d" b="1"><c xmlns=""><d/></c><e/></a>');
    expect([root.namespace, root.attributes[0]!.namespace]).toEqual(['urn:d', '']);
    expect(root.children.map(({ namespace }) => namespace)).toEqual(['', 'urn:d']);
    expect(root.children[0]!.children[0]!.namespace).toBe('');
  });
  test('a prefix bound anew inside is the old one again outside', () => {
    const root = readXml('<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/><p:c xmlns:p="urn:3"><p:d/></p:c><p:e/></p:a>');
    expect(root.children.map(({ namespace }) => namespace)).toEqual(['urn:2', 'urn:3', 'urn:1']);
    expect(root.children[1]!.children[0]!.namespace).toBe('urn:3');
  });
  test('xsi is known without a declaration', () => {
    expect(readXml('<a xsi:nil="true"/>').attributes[0]!.namespace).toBe('http://www.w3.org/2001/XMLSchema-instance');
  });
});

test.each([
  ['attributes', `<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}="" `).join('')}/>`],
  ['references', `<a>${'&#x41;'.repeat(150_000)}&</a>`],
  ['open elements', '<a>'.repeat(300_000)],
  ['one long name', `<${'a'.repeat(1_000_000)}><`],
  ['open brackets', '<'.repeat(1_000_000)],
  ['declarations', `<a>${'<b xmlns="urn:x"/>'.repeat(50_000)}`],
])('a megabyte of %s is refused', (_what, xml) => {
  expect(() => readXml(xml)).toThrow(Fault);
});

test('an independent reader finds the same tree in an answer', () => {
  const xml = sealEnvelope(encodeResponse('QueryFeatureData', polygonRecords(20)));
  const judge = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
    maxNestedTags: 200,
  });
  const theirs = (judge.parse(xml) as Record<string, unknown>[]).find((node) => 'soap:Envelope' in node)!;
  expect(ours(readXml(xml))).toEqual(plain(theirs));
});

test('what is written reads back, and what XML cannot carry becomes U+FFFD', () => {
  const text = 'a <b> & "c" \'d\' ]]> \t\n\r 日本 😀';
  expect(readXml(`<a b="${escapeAttribute(text)}">${escapeText(text)}</a>`)).toMatchObject({
    text,
    attributes: [{ value: text }],
  });
  expect(escapeText('a\u0000b\ud800c\uffff')).toBe('a\ufffdb\ufffdc\ufffd');
});

type Plain = { name: string; text: string; children: Plain[] };

function ours(element: XmlElement): Plain {
  const name = element.prefix ? `${element.prefix}:${element.name}` : element.name;
  return { name, text: element.text, children: element.children.map(ours) };
}

function plain(node: Record<string, unknown>): Plain {
  const name = Object.keys(node).find((key) => key !== ':@')!;
  const inside = node[name] as Record<string, unknown>[];
  return {
    name,
    text: inside
      .filter((child) => '#text' in child)
      .map((child) => String(child['#text']))
      .join(''),
    children: inside.filter((child) => !('#text' in child)).map(plain),
  };
}
