import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { openTable } from '../../../../sw/rows/open-table.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import type { ServiceDefinition } from '../../../../sw/service/definition.ts';

/** Open a table over the files of its package. */
export function openStored(manifest: ServiceDefinition['tables'][string], files: ReadonlyMap<string, Blob>): Table {
  const read = (file: string, offset: number, length: number) => {
    const blob = files.get(file)!;
    return blob.slice(offset, Math.min(offset + length, blob.size)).arrayBuffer();
  };
  return openTable(manifest, read, createBatchCache());
}
