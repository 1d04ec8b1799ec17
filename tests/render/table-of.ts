import type { Value } from '../../sw/contract/index.ts';
import type { Cell } from '../../sw/rows/arrow/encode-attributes.ts';
import type { GeometryBatch } from '../../sw/rows/batch.ts';
import { createBatchCache } from '../../sw/rows/batch-cache.ts';
import type { GeometryKind } from '../../sw/rows/manifest.ts';
import { openTable } from '../../sw/rows/open-table.ts';
import type { Table } from '../../sw/rows/table.ts';
import { writeTable } from '../../sw/rows/write/write-table.ts';
import { makeGeometryBatch } from '../unit/rows/made-table.ts';

/** A test feature: parts as flat coordinates, and values by field. */
export interface TestFeature {
  readonly parts: readonly (readonly number[])[];
  readonly values?: Readonly<Record<string, Cell>>;
}

/** Types of fields by name. */
export type TestFields = Readonly<Record<string, Value<'gisFieldType'>>>;

/** Write a table in memory like the publisher, and open it. */
export function makeSourceTable(
  kind: GeometryKind,
  features: readonly TestFeature[],
  fields: TestFields = {},
  wkid = 4326,
  levels: readonly { resolution: number; geometry: GeometryBatch }[] = [],
): Table {
  const names = Object.keys(fields);
  const { manifest, files } = writeTable({
    name: 'test',
    fields: names.map((Name) => findField(Name, fields[Name]!)),
    columns: names.map((name) => features.map((feature) => feature.values?.[name] ?? null)),
    rowCount: features.length,
    geometry: makeGeometryBatch(
      kind,
      features.map(({ parts }) => parts),
    ),
    spatialReference: { type: 'GeographicCoordinateSystem', WKID: wkid },
    levels,
  });
  return openTable(
    manifest,
    async (file, offset, length) => files.get(file)!.slice(offset, offset + length).buffer as ArrayBuffer,
    createBatchCache(),
  );
}

function findField(Name: string, Type: Value<'gisFieldType'>): Value<'Field'> {
  return { type: 'Field', Name, Type, IsNullable: true, Length: 255, Precision: 0, Scale: 0 } as Value<'Field'>;
}
