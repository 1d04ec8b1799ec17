import type { SchemaEditor } from '../../sw/store/database.ts';

/** The records that the writers of the crash test store. */
export interface CrashSchema {
  /** The number of writes of each writer, and of all as `total`. */
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

/** Each write deletes the row written this many writes before. */
export const recentRows = 20;

/** Return the content of the file of a write, about 50 KB. */
export const content = (writer: string, number: number): string => `${writer} ${number}\n`.repeat(5000);
