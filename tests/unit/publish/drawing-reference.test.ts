import { readFileSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { type DecidedLayer, withReferences } from '../../../src/publish/import/decided.ts';
import { firstDecisions } from '../../../src/publish/job/decide.ts';
import { referenceLeader, whereabouts, withCode } from '../../../src/publish/job/drawing-reference.ts';
import { describeFiles } from '../formats/pack-files.ts';

// The page's text is in the language of its browser.
vi.stubGlobal('navigator', { languages: ['en'] });
const { draftProblems } = await import('../../../src/publish/wizard/problems.ts');
afterAll(() => vi.unstubAllGlobals());

const folder = new URL('../formats/files/dxf/', import.meta.url);
const bytes = readFileSync(new URL('ezdxf-2010.dxf', folder));
const files = ['a.dxf', 'b.dxf'].map((name) => ({ name, bytes }));

const makeDraft = async (some = files) => {
  const layers = await describeFiles(some);
  const form = firstDecisions({ type: 'layers', layers, unread: [], joins: [] }, 'a.dxf');
  return { layers, form, count: layers.length / some.length };
};
const codes = (forms: readonly DecidedLayer[]) => forms.map(({ code }) => code);

test('a reference that is chosen for the first layer of a drawing applies to all of it, and to no other drawing', async () => {
  const { layers, form, count } = await makeDraft();
  expect(count).toBeGreaterThan(2);
  const forms = withCode(layers, form.layers, 0, '25832');
  expect(codes(forms).slice(0, count)).toEqual(Array(count).fill('25832'));
  expect(codes(forms).slice(count)).toEqual(codes(form.layers).slice(count));
  expect(layers.map((_, index) => referenceLeader(layers, forms, index))).toEqual([
    ...[undefined, ...Array(count - 1).fill(0)],
    ...[undefined, ...Array(count - 1).fill(count)],
  ]);
  const choices = withReferences({ ...form, layers: forms });
  expect(choices.layers[count - 1]!.spatialReference).toMatchObject({ WKID: 25832 });
});

test('a layer with a choice of its own stays as it is, and the first that is published decides', async () => {
  const { layers, form } = await makeDraft(files.slice(0, 1));
  const withCustomCode = withCode(layers, form.layers.with(1, { ...form.layers[1]!, hasOwnCode: true }), 1, '31468');
  const both = withCode(layers, withCustomCode, 0, '25832');
  expect(codes(both).slice(0, 3)).toEqual(['25832', '31468', '25832']);
  expect(referenceLeader(layers, both, 1)).toBeUndefined();
  const without = both.with(0, { ...both[0]!, isLeftOut: true });
  expect(referenceLeader(layers, without, 2)).toBeUndefined();
  expect(referenceLeader(layers, without, 3)).toBe(2);
});

test('a choice that is missing is said once for a drawing, and a layer near the origin is not taken for degrees', async () => {
  const { layers: read } = await makeDraft(files.slice(0, 1));
  const layers = read.map((layer, index) => ({
    ...layer,
    isGeographic: index > 0,
    extent: index > 0 ? ([0, 0, 9, 9] as const) : ([691000, 5334000, 692000, 5335000] as const),
  }));
  const form = firstDecisions({ type: 'layers', layers, unread: [], joins: [] }, 'a.dxf');
  expect(codes(form.layers)).toEqual(layers.map(() => ''));
  expect(whereabouts(layers)).toEqual({ isGeographic: false, extent: [0, 0, 692000, 5335000] });
  expect(draftProblems(form, layers, []).filter(({ step }) => step === 'data')).toHaveLength(1);
});
