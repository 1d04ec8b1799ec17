import type { SchemaEditor } from '../../sw/store/database.ts';

/** Stores of the crash test's database. */
export interface CrashSchema {
  /** Number of writes by writer; `total` for all writers. */
  counts: { key: string; value: number };
  rows: {
    key: string;
    value: { readonly id: string; readonly writer: string; readonly number: number };
    indexes: { writer: [string, number] };
  };
  files: { key: [writer: string, number: number]; value: { readonly blob: Blob } };
}

export async function createCrashStores(editor: SchemaEditor): Promise<void> {
  editor.createObjectStore('counts');
  editor.createObjectStore('rows', { keyPath: 'id' }).createIndex('writer', ['writer', 'number']);
  editor.createObjectStore('files');
}

/** Number of rows that remain of a writer: each write deletes the row written this many writes before. */
export const recentRows = 20;

/** Return the content of the file that a write stores, about 50 KB. */
export const content = (writer: string, number: number): string => `${writer} ${number}\n`.repeat(5000);
