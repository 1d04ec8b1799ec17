import { trimLetters } from '../../../../sw/contract/trim-letters.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';

/** A table name that files can be named after, unique in the service without regard to case. */
export function tableKey(name: string, index: number, all: readonly SourceTable[]): string {
  const clean = (text: string): string =>
    trimLetters(text.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '_'), '_', true).slice(0, 60) || 'table';
  const key = clean(name);
  const clash = all.some((other, i) => i !== index && clean(other.name).toLowerCase() === key.toLowerCase());
  return clash || key in {} ? `${key}_${index + 1}` : key;
}
