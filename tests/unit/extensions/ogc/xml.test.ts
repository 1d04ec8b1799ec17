import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { writeXml } from '../../../../sw/extensions/ogc/xml.ts';

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
  // Quotes need no escaping outside of attributes.
  expect(written.split('\n')[1]).toBe(builder.build(document).replaceAll('&quot;', '"'));
});

test('what people wrote comes back from the document, and what XML cannot carry as U+FFFD', () => {
  const text = `a "b" 'c' <d> & ]]> \u{1F600} äö`;
  const written = writeXml({ Root: { '@title': `${text}\tx\ny`, Name: `${text}\0` } });
  expect(XMLValidator.validate(written)).toBe(true);
  const { Root } = new XMLParser({ ...naming, parseTagValue: false, htmlEntities: true }).parse(written);
  expect(Root).toEqual({ '@title': `${text}\tx\ny`, Name: `${text}\uFFFD` });
});
