import type { ColumnReading } from '../../publisher/columns/retype-column.ts';
import type { SourceSummary } from '../../publisher/describe-sources.ts';
import { formatCount } from '../../text/format.ts';
import { attachmentsText } from '../attachments/attachments-text.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import type { Form } from './form.ts';

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
  /** How many files its rows have. */
  readonly fileCount: number;
}

/** Say what new data change in the layers and fields of a service, a sentence each. */
export function compareFields(before: Managed['definition'], layers: readonly SourceSummary[], draft: Form): string[] {
  const [old, fresh] = [partsOfService(before), partsOfDraft(layers, draft)];
  const only = old.length === 1 && fresh.length === 1;
  const text: string[] = [];
  for (const part of fresh) {
    const was = old.find(({ name }) => name === part.name) ?? (only ? old[0] : undefined);
    if (!was) {
      text.push(t.changes.newLayer(part.name));
      continue;
    }
    const added = [...part.fields.keys()].filter((name) => !was.fields.has(name));
    const gone = [...was.fields.keys()].filter((name) => !part.fields.has(name));
    if (added.length > 0) text.push(t.changes.added(was.name, added.join(', ')));
    if (was.fileCount > 0)
      text.push(attachmentsText.attach.lost(was.name, formatCount(was.fileCount), was.fileCount === 1));
    if (gone.length > 0) text.push(t.changes.gone(was.name, gone.join(', ')));
    for (const [name, reading] of part.fields) {
      const type = was.fields.get(name);
      if (type === undefined || type === reading) continue;
      text.push(t.changes.retyped(was.name, name, t.fields.readings[type], t.fields.readings[reading]));
    }
  }
  if (!only)
    for (const { name } of old) if (!fresh.some((part) => part.name === name)) text.push(t.changes.goneLayer(name));
  return text;
}

function partsOfService({ maps, tables }: Managed['definition']): Part[] {
  const [map] = maps;
  return [...(map?.layers ?? []), ...(map?.standaloneTables ?? [])].flatMap(({ Name, table }) => {
    const stored = table === undefined ? undefined : tables[table];
    if (!stored) return [];
    const fields = stored.fields.flatMap((field) => {
      const reading = readingOfType[field.Type];
      return reading ? [[field.Name, reading] as const] : [];
    });
    return [{ name: Name, fields: new Map(fields), fileCount: stored.attachmentCount }];
  });
}

function partsOfDraft(layers: readonly SourceSummary[], draft: Form): Part[] {
  return layers.flatMap((layer, at) => {
    const own = draft.layers[at]!;
    if (own.isLeftOut || layer.geometry === 'raster') return [];
    const fields = layer.columns.flatMap(({ name, readings }) => {
      const choice = own.columns[name];
      if (choice?.isLeftOut) return [];
      const reading = choice?.reading ?? readings[0]!.reading;
      return [[name, reading.startsWith('Date') ? 'Date' : reading] as const];
    });
    return [{ name: own.name, fields: new Map(fields), fileCount: 0 }];
  });
}
