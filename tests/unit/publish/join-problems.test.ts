import { afterAll, expect, test, vi } from 'vitest';
import { matchJoin } from '../../../src/publish/import/joins.ts';
import { sourceTables } from '../../../src/publish/import/read-layer.ts';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import { firstDecisions } from '../../../src/publish/job/decide.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { describeFiles } from '../formats/pack-files.ts';

// The page's text is in the language of its browser.
vi.stubGlobal('navigator', { languages: ['en'] });
const { readingsToJoin } = await import('../../../src/publish/joins/join-problems.ts');
const { draftProblems } = await import('../../../src/publish/wizard/problems.ts');
afterAll(() => vi.unstubAllGlobals());

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const files = [
  file('towns.csv', 'code,name,lat,lon\n1,a,48.5,11.5\n2,b,50.25,8.5\n3,c,52,13.5\n'),
  file('people.csv', 'nr,state,people\n1,x,10\n2b,y,20\n3,z,30\n'),
  file('places.csv', 'number,width\n1.5,7\n2.5,8\n'),
];
const join = { layer: 0, layerKey: 'code', table: 1, tableKey: 'nr' };

const makeDraft = async (...joins: (typeof join)[]) => {
  const layers = await describeFiles(files);
  return { layers, form: { ...firstDecisions({ type: 'layers', layers, unread: [], joins: [] }, 'towns.csv'), joins } };
};

test('a join of text with numbers is refused in the form, with the reading that makes it possible', async () => {
  const { layers, form } = await makeDraft(join);
  expect(draftProblems(form, layers, [])).toEqual([
    {
      step: 'name',
      text: 'people cannot be joined to towns: of nr and code, one is text and the other is not.',
    },
  ]);
  // The text "2b" isn't a number, so the only option is to read the numbers as text.
  expect(readingsToJoin(form, layers, join)).toEqual([{ at: 0, column: 'code', reading: 'String' }]);
  const asText = form.layers.with(0, { ...form.layers[0]!, columns: { code: { reading: 'String' as const } } });
  const changed = { ...form, layers: asText };
  expect(readingsToJoin(changed, layers, join)).toBeUndefined();
  expect(draftProblems(changed, layers, [])).toEqual([]);
  const decodeImage = async () => Promise.reject(new Error('none'));
  const match = matchJoin(
    sourceTables(await readSources(files, { decodeImage, partTexts: publishEn.layer.parts })),
    join,
    asText,
  );
  expect(match).toMatchObject({ matched: 2, unused: 1 });
});

test('a join of columns of one kind, of a layer that is left out, or with a column that is not there is no problem', async () => {
  const numbers = { ...join, table: 2, tableKey: 'number' };
  const { layers, form } = await makeDraft(numbers, { ...join, layerKey: 'name' });
  expect(draftProblems(form, layers, [])).toEqual([]);
  expect(readingsToJoin(form, layers, { ...join, tableKey: 'gone' })).toBeUndefined();
  const withoutTowns = { ...form, joins: [join], layers: form.layers.with(0, { ...form.layers[0]!, isLeftOut: true }) };
  expect(draftProblems(withoutTowns, layers, [])).toEqual([]);
});
