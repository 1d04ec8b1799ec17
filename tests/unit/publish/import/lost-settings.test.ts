import { expect, test } from 'vitest';
import { lostSettings } from '../../../../src/publish/import/lost-settings.ts';
import type { LayerDefinition, RelationshipDefinition } from '../../../../sw/service/definition.ts';
import { field } from '../../rows/made-table.ts';
import { madeService } from '../../service/made-service.ts';

const { definition } = madeService();
const before = definition.tables.places!;
const layer: LayerDefinition = {
  ...definition.maps[0]!.layers[1]!,
  ShowLabels: true,
  DisplayField: 'NAME',
  DefinitionExpression: "POP > 5 AND NAME <> 'AREA'",
  drawing: {
    type: 'FeatureLayerDrawingDescription',
    FeatureRenderer: { type: 'UniqueValueRenderer', Field1: 'NAME' },
    LabelingDescription: { LabelClassDescriptions: [{ LabelExpression: '[NAME] & [POP]' }] },
  } as unknown as NonNullable<LayerDefinition['drawing']>,
  presentation: { popup: { kind: 'text', template: '{NAME}: {POP} {POP}' }, subtypes: { field: 'POP', kinds: [] } },
  time: { StartTimeFieldName: 'POP', TimeValueFormat: 'yyyy' },
};
const relation: RelationshipDefinition = {
  RelationshipID: 0,
  forwardName: '',
  backwardName: '',
  originId: 2,
  destinationId: 1,
  originKey: 'TEXT',
  destinationKey: 'NAME',
  Cardinality: 'gisRelCardinalityOneToMany',
  IsComposite: false,
};

test('new data with the same fields lose nothing', () => {
  expect(lostSettings(layer, before, before, [relation])).toEqual([]);
});

test('a field that is gone takes along all that uses it, and only that', () => {
  const after = { fields: before.fields.filter(({ Name }) => Name !== 'POP') };
  expect(lostSettings(layer, before, after, [relation])).toEqual([
    { use: 'labels', fields: ['POP'] },
    { use: 'filter', fields: ['POP'] },
    { use: 'time', fields: ['POP'] },
    { use: 'subtypes', fields: ['POP'] },
    { use: 'popup', fields: ['POP'] },
  ]);
});

test('a field of another type breaks relations and filters', () => {
  const fields = before.fields.map((entry) => (entry.Name === 'NAME' ? field('NAME', 'gisFieldTypeInteger') : entry));
  expect(lostSettings(layer, before, { fields }, [relation])).toEqual([
    { use: 'filter', fields: ['NAME'] },
    { use: 'relation', fields: ['NAME'] },
  ]);
});
