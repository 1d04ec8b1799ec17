import type { Value } from '../contract/index.ts';
import { findField } from '../rows/field-list.ts';
import { forEachBatch } from '../rows/read-rows.ts';
import type { Table } from '../rows/table.ts';
import { namesRead, textReader } from '../rows/text/format-value.ts';
import type { Scheduler } from '../scheduler.ts';
import { fillTemplate } from '../service/popup-template.ts';
import type { PublishedTable } from './published.ts';

/**
 * Read the formatted values of rows.
 *
 * @param fields attribute fields to read
 * @returns one array per row, in the order of `rows`, with one text per field; null for a missing value
 */
export async function readTexts(
  table: Table,
  { definition }: PublishedTable,
  rows: Uint32Array,
  fields: readonly Value<'Field'>[],
  scheduler?: Scheduler,
): Promise<(string | null)[][]> {
  const texts: (string | null)[][] = new Array(rows.length);
  const names = namesRead(fields, definition.presentation);
  await forEachBatch(table, rows, scheduler, { fields: names, shapes: false }, async (index, positions) => {
    const batch = await table.attributes(index, names);
    const readers = fields.map((field) => textReader(batch, field, definition.presentation));
    for (const position of positions) texts[position] = readers.map((read) => read(rows[position]! - batch.firstRow));
  });
  return texts;
}

/** Return the pop-up text of each row in order. Hidden fields are empty; without a pop-up, all texts are. */
export async function fillPopups(
  table: Table,
  published: PublishedTable,
  rows: Uint32Array,
  scheduler?: Scheduler,
): Promise<string[]> {
  const popup = published.definition.presentation?.popup;
  if (!popup) return Array.from(rows, () => '');
  const named = popup.template.toLowerCase();
  const fields = published.manifest.fields.filter(
    ({ Name, Type }) =>
      Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster' && named.includes(`{${Name.toLowerCase()}}`),
  );
  const positions = new Map(fields.map(({ Name }, i) => [Name.toLowerCase(), i]));
  const texts = await readTexts(table, published, rows, fields, scheduler);
  return texts.map((values) =>
    fillTemplate(popup, (name) => {
      const position = positions.get(name.toLowerCase());
      if (position !== undefined) return values[position];
      return findField(published.stored.fields, name) && null;
    }),
  );
}
