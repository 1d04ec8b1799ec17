import { expect, test } from 'vitest';
import { carryOver } from '../../../../src/publish/import/carry-over.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { disc } from '../../../../sw/formats/reading/symbols.ts';
import type { TableInput } from '../../../../sw/rows/write/table-input.ts';
import type { LayerDefinition, ServiceDefinition } from '../../../../sw/service/definition.ts';
import { type Bins, reductionText } from '../../../../sw/service/feature-reduction.ts';
import { sizesText } from '../../../../sw/service/size-by-value.ts';
import { field } from '../../rows/made-table.ts';
import { madeService, threePlaces } from '../../service/made-service.ts';

const codes: Value<'Domain'> = {
  type: 'CodedValueDomain',
  DomainName: 'Sizes',
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: [{ Name: 'The town', Code: 'Bern' }],
};

/** Make a service whose places the user has configured. */
function before(change: Partial<LayerDefinition>): ServiceDefinition {
  const { definition } = madeService();
  const [map] = definition.maps;
  const layers = map!.layers.map((layer) => (layer.LayerID === 1 ? { ...layer, ...change } : layer));
  return { ...definition, maps: [{ ...map!, layers }] };
}

const listPlaces = (input: TableInput, old: ServiceDefinition): LayerDefinition =>
  carryOver(madeService('Test', input).definition, old).definition.maps[0]!.layers[1]!;

const numbered: TableInput = {
  ...threePlaces,
  fields: [field('NAME', 'gisFieldTypeInteger'), field('POP', 'gisFieldTypeInteger')],
  columns: [
    [1, 2, null],
    [134000, 421000, null],
  ],
};
const nameless: TableInput = { ...threePlaces, fields: [field('POP', 'gisFieldTypeInteger')], columns: [[1, 2, 3]] };

test('a filter stays where new data can be asked by it, and goes where they cannot', () => {
  const old = before({ DefinitionExpression: "NAME <> 'Bern'" });
  expect(listPlaces(threePlaces, old).DefinitionExpression).toBe("NAME <> 'Bern'");
  expect(listPlaces(numbered, old).DefinitionExpression).toBe('');
  expect(listPlaces(nameless, old).DefinitionExpression).toBe('');
  // Not because another field is missing
  expect(listPlaces(nameless, before({ DefinitionExpression: 'POP > 1' })).DefinitionExpression).toBe('POP > 1');
});

test('what a kind of rows says of a field stays while the field has values of the same type', () => {
  const kinds = [{ code: 1, name: 'Towns', domains: { NAME: codes } }];
  const old = before({ presentation: { subtypes: { field: 'POP', kinds } } });
  const listDomains = (input: TableInput) => listPlaces(input, old).presentation?.subtypes?.kinds[0]?.domains;
  expect(listDomains(threePlaces)).toEqual({ NAME: codes });
  expect(listDomains(numbered)).toEqual({});
  expect(listDomains(nameless)).toEqual({});
});

const plain = {
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer: { type: 'SimpleRenderer', Symbol: disc('#112233', 6, '#ffffff', 1) },
} as const;

/** Carry `drawing` over to new data that comes with smaller symbols, and return the resulting drawing of places. */
function carried(drawing: Value<'FeatureLayerDrawingDescription'>, input: TableInput) {
  const { definition } = madeService('Test', input);
  const [map] = definition.maps;
  const custom = {
    type: drawing.type,
    FeatureRenderer: { type: 'SimpleRenderer', Symbol: disc('#445566', 4, '#ffffff', 1) },
  } as const;
  const layers = map!.layers.map((layer) => (layer.LayerID === 1 ? { ...layer, drawing: custom } : layer));
  const made: ServiceDefinition = { ...definition, maps: [{ ...map!, layers }] };
  return carryOver(made, before({ drawing })).definition.maps[0]!.layers[1]!.drawing;
}

test.each<[string, object, object]>([
  ['turns symbols by', { RotationField: 'NAME' }, {}],
  ['fades features by', { TransparencyField: 'NAME' }, {}],
])('a drawing that %s a field that is gone begins anew', (_, part, label) => {
  const drawing = {
    ...plain,
    FeatureRenderer: { ...plain.FeatureRenderer, ...part },
    LabelingDescription: { LabelClassDescriptions: [label] },
  } as Value<'FeatureLayerDrawingDescription'>;
  expect(carried(drawing, threePlaces)).toEqual(drawing);
  expect(carried(drawing, nameless)).toMatchObject({ FeatureRenderer: { Symbol: { Size: 4 } } });
});

test.each([
  ['are made of', { LabelExpression: '[NAME]' }],
  ['are chosen by', { LabelExpression: '[POP]', WhereClause: "NAME = 'Bern'" }],
])('labels that %s a field that is gone go, and the rest of the drawing stays', (_, label) => {
  const drawing = { ...plain, LabelingDescription: { LabelClassDescriptions: [label] } };
  expect(carried(drawing as Value<'FeatureLayerDrawingDescription'>, threePlaces)).toEqual(drawing);
  expect(carried(drawing as Value<'FeatureLayerDrawingDescription'>, nameless)).toEqual(plain);
});

const bins: Bins = {
  type: 'binning',
  shape: 'square',
  sizePt: 20,
  statistic: 'count',
  isClassed: false,
  colors: [
    [255, 255, 255, 1],
    [0, 0, 120, 1],
  ],
  maxScale: 0,
};

test.each([
  ['FeatureReduction', reductionText({ ...bins, statistic: 'sum', field: 'POP' })],
  ['VisualVariables', sizesText({ field: 'POP', minValue: 0, maxValue: 9, minSizePt: 4, maxSizePt: 20 })],
])('%s by a field that is gone, or no number any more, begins anew', (extension, text) => {
  const drawing = { ...plain, [extension]: text };
  const popless = { ...threePlaces, fields: [field('NAME')], columns: [['a', 'b', 'c']] };
  const texts = { ...popless, fields: [field('POP')] };
  expect(carried(drawing, threePlaces)).toEqual(drawing);
  expect(carried(drawing, popless)).toMatchObject({ FeatureRenderer: { Symbol: { Size: 4 } } });
  expect(carried(drawing, texts)).toMatchObject({ FeatureRenderer: { Symbol: { Size: 4 } } });
});
