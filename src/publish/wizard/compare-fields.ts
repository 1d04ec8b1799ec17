import type { Value } from '../../../sw/contract/index.ts';
import type { LayerDefinition, StandaloneTableDefinition } from '../../../sw/service/definition.ts';
import { formatCount } from '../../text/format.ts';
import { attachmentsText } from '../attachments/attachments-text.ts';
import { changeLayerText } from '../change-layer/change-layer-text.ts';
import { fieldOfColumn } from '../import/columns/field-of-column.ts';
import type { ColumnReading } from '../import/columns/retype-column.ts';
import type { Decided } from '../import/decided.ts';
import { nameJoinedFields } from '../import/joins.ts';
import { lostSettings } from '../import/lost-settings.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { listManagedParts } from '../manage/managed-parts.ts';
import type { Managed, ManagedTable } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

const readingOfType: Readonly<Record<string, ColumnReading>> = {
  gisFieldTypeInteger: 'Integer',
  gisFieldTypeSmallInteger: 'SmallInteger',
  gisFieldTypeDouble: 'Double',
  gisFieldTypeString: 'String',
  gisFieldTypeDate: 'Date',
};

interface Part {
  readonly name: string;
  readonly fields: ReadonlyMap<string, ColumnReading>;
}

/** A layer or table of the service with its stored table. */
interface StoredPart extends Part {
  readonly of: LayerDefinition | StandaloneTableDefinition;
  readonly table: ManagedTable;
}

/**
 * List the changes of new data to the layers and fields of a service, one sentence each.
 *
 * @param only ID of the layer or table, if only one gets new data
 */
export function compareFields(
  before: Managed['definition'],
  layers: readonly ReadLayer[],
  draft: Decided,
  only?: number,
): string[] {
  const stored = partsOfService(before);
  const old = only === undefined ? stored : stored.filter(({ of }) => partId(of) === only);
  const fresh = partsOfDraft(layers, draft);
  const isSingle = old.length === 1 && fresh.length === 1;
  const relationships = before.maps[0]?.relationships ?? [];
  const text: string[] = [];
  for (const part of fresh) {
    const was = old.find(({ name }) => name === part.name) ?? (isSingle ? old[0] : undefined);
    if (!was) {
      text.push(t.changes.newLayer(part.name));
      continue;
    }
    const added = [...part.fields.keys()].filter((name) => !was.fields.has(name));
    const gone = [...was.fields.keys()].filter((name) => !part.fields.has(name));
    const { attachmentCount } = was.table;
    if (added.length > 0) text.push(t.changes.added(was.name, added.join(', ')));
    if (attachmentCount > 0)
      text.push(attachmentsText.attach.lost(was.name, formatCount(attachmentCount), attachmentCount === 1));
    if (gone.length > 0) text.push(t.changes.gone(was.name, gone.join(', ')));
    for (const [name, reading] of part.fields) {
      const type = was.fields.get(name);
      if (type === undefined || type === reading) continue;
      text.push(t.changes.retyped(was.name, name, t.fields.readings[type], t.fields.readings[reading]));
    }
    const after = { fields: [...systemFields(was.table), ...[...part.fields].map(makeField)] };
    // Skip relationships if the whole service is replaced, because both related layers are new then.
    for (const { use, fields } of lostSettings(was.of, was.table, after, only === undefined ? [] : relationships))
      for (const field of fields) text.push(changeLayerText.lost(was.name, field, use));
  }
  if (!isSingle)
    for (const { name } of old) if (!fresh.some((part) => part.name === name)) text.push(t.changes.goneLayer(name));
  return text;
}

const partId = (of: StoredPart['of']): number => ('LayerID' in of ? of.LayerID : of.ID);

const systemFields = ({ fields, idField, shapeField }: ManagedTable): Value<'Field'>[] =>
  fields.filter(({ Name }) => Name === idField || Name === shapeField);

const makeField = ([name, reading]: readonly [string, ColumnReading]): Value<'Field'> =>
  fieldOfColumn({
    ...{ name, alias: name, length: 0, values: [] },
    type: reading === 'DateDayFirst' || reading === 'DateMonthFirst' ? 'Date' : reading,
  });

function partsOfService(definition: Managed['definition']): StoredPart[] {
  return listManagedParts(definition).flatMap(({ of, table }) => {
    if (!table) return [];
    const fields = table.fields.flatMap((field) => {
      const reading = readingOfType[field.Type];
      return reading ? [[field.Name, reading] as const] : [];
    });
    return [{ name: of.Name, fields: new Map(fields), of, table }];
  });
}

/** List the published layers with their columns, including those of joined tables. */
function partsOfDraft(layers: readonly ReadLayer[], draft: Decided): Part[] {
  const listFields = (index: number): (readonly [string, ColumnReading])[] =>
    layers[index]!.columns.flatMap(({ name, readings }) => {
      const choice = draft.layers[index]!.columns[name];
      if (choice?.isLeftOut) return [];
      const reading = choice?.reading ?? readings[0]!.reading;
      return [[name, reading.startsWith('Date') ? 'Date' : reading] as const];
    });
  return layers.flatMap((layer, index) => {
    const decidedLayer = draft.layers[index]!;
    if (decidedLayer.isLeftOut || layer.geometry === 'raster') return [];
    const fields = new Map(listFields(index));
    for (const join of draft.joins) {
      if (join.layer !== index) continue;
      const joined = listFields(join.table).filter(([name]) => name !== join.tableKey);
      const names = joined.map(([name]) => name);
      for (const [i, name] of nameJoinedFields([...fields.keys()], layers[join.table]!.name, names).entries())
        fields.set(name, joined[i]![1]);
    }
    return [{ name: decidedLayer.name, fields }];
  });
}
