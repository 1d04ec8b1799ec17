import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { readXmlTree, type XmlNode } from '../../../sw/formats/reading/xml.ts';

const read = async (xml: string) => (await readXmlTree({ name: 'a.xml', bytes: strToU8(xml) })).root;
const shown = ({ name, text, line, children }: XmlNode): unknown => [name, text.trim(), line, ...children.map(shown)];

test('a tree has names without prefixes, texts, and the lines where elements begin', async () => {
  const root = await read(
    '\n\n<?xml version="1.0"?>\r\n<!DOCTYPE k SYSTEM "k.dtd">\r\n<p:k\n  a="1"\n  q:b="&lt;2&#x9;">\n<c>x<!-- y -->&amp;<![CDATA[<z>]]></c><d\n/></p:k>',
  );
  expect(shown(root)).toEqual(['k', '', 5, ['c', 'x&<z>', 8], ['d', '', 8]]);
  expect(root.attributes).toEqual({ a: '1', 'q:b': '<2\t' });
});

test.each([
  ['elements within each other', `${'<a>'.repeat(201)}${'</a>'.repeat(201)}`, 'more than 200 nested elements'],
  ['attributes', `<a ${Array.from({ length: 257 }, (_, i) => `b${i}=""`).join(' ')}/>`, 'more than 256 attributes'],
  ['characters of an attribute', `<a b="${'x'.repeat(65_537)}"/>`, 'more than 65536 characters in attribute b'],
  ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'undeclared entity'],
  ['end tags', '<a></a></a>', 'unmatched closing tag: a'],
])('too many %s are refused', async (_, xml, reason) => {
  await expect(read(xml)).rejects.toThrow(new RegExp(`^a\\.xml, line 1, column \\d+: not well-formed XML: ${reason}`));
});

test('elements are taken of the budget before the tree is made', async () => {
  await expect(read(`<a>${'<b/>'.repeat(4_000_000)}</a>`)).rejects.toThrow('expected at most 4000000 elements');
});
