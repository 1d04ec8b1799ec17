import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { escapeAttribute, unescapeText, writeXml } from '../../../sw/contract/markup.ts';

const naming = { ignoreAttributes: false, attributeNamePrefix: '@' };

test('documents are written as a writer of XML writes them', () => {
  const document = {
    Root: {
      '@version': '1.3.0',
      '@isQueryable': true,
      '@missing': undefined,
      Missing: undefined,
      Name: 'Roads & paths <"new">',
      Number: 0,
      Empty: '',
      Nothing: {},
      None: [],
      Keyword: ['one', 'two'],
      Layer: [{ '@queryable': 1, Name: 'a', Layer: [{ Name: 'b' }, { '@opaque': 0 }] }],
      Dimension: { '@name': 'time', '#text': '2024/2025' },
      Bare: { '@name': 'x', '#text': '' },
    },
  };
  const builder = new XMLBuilder({ ...naming, suppressEmptyNode: true, suppressBooleanAttributes: false });
  const written = writeXml(document);
  // Quotes must be escaped only in attributes.
  expect(written.split('\n')[1]).toBe(builder.build(document).replaceAll('&quot;', '"'));
});

test('what people wrote comes back from the document, and what XML cannot carry as U+FFFD', () => {
  const text = `a "b" 'c' <d> & ]]> \u{1F600} äö`;
  const written = writeXml({ Root: { '@title': `${text}\tx\ny`, Name: `${text}\0` } });
  expect(XMLValidator.validate(written)).toBe(true);
  const { Root } = new XMLParser({ ...naming, parseTagValue: false, htmlEntities: true }).parse(written);
  expect(Root).toEqual({ '@title': `${text}\tx\ny`, Name: `${text}\uFFFD` });
});

test('what is escaped fits in quotes of either kind, and comes back', () => {
  const text = `"it's" <b> &amp;\r\n\t\u{1F600}`;
  expect(escapeAttribute(text)).not.toMatch(/["'<>\r\n\t]/);
  expect(unescapeText(escapeAttribute(text))).toBe(text);
});

test('only references are replaced', () => {
  expect(unescapeText('&constructor; &nbsp; &; &#0; &#x110000; &#xD800; a&b &#65;&#x42;&apos;')).toBe(
    "&constructor; &nbsp; &; &#0; &#x110000; &#xD800; a&b AB'",
  );
  expect(unescapeText('&nbsp;&amp;', new Map([['nbsp', ' ']]))).toBe(' &');
});
