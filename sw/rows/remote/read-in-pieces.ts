import { Fault } from '../../contract/index.ts';
import type { BatchNeeds, Table } from '../table.ts';
import { largestAgreedBytes } from './range-reader.ts';

/** Half of what the memory of blocks has room for. */
const pieceBytes = 16 * 1024 ** 2;

/** Batches that are read together, each before the first of them is used. */
interface Piece {
  readonly batches: readonly number[];
  readonly needs: BatchNeeds | undefined;
}

/**
 * Read more of a table elsewhere than one request may: what is read ahead is fetched in pieces, the next one when its first batch is used.
 *
 * @param table as it is where nothing is read ahead
 * @param agreedBytes what a person has agreed to; above a gigabyte that is the limit
 * @returns a table for one request; `readAhead` throws `too-large` above what was agreed, and so does a piece of one batch
 */
export function readInPieces(table: Table, agreedBytes: number): Table {
  if (!table.readAhead) return table;
  const pieces = new Map<number, Piece>();
  const most = Math.min(agreedBytes, largestAgreedBytes);
  const readAhead = async (batches: readonly number[], needs?: BatchNeeds): Promise<void> => {
    try {
      await table.readAhead!(batches, needs);
    } catch (error) {
      const bytes = error instanceof Fault && error.code === 'too-large' ? Number(error.detail.bytes) : Number.NaN;
      if (!(bytes <= most) || batches.length < 2) throw error;
      const count = Math.min(batches.length, Math.ceil(bytes / pieceBytes));
      for (let at = 0; at < count; at++) {
        const [from, to] = [at, at + 1].map((one) => Math.floor((one * batches.length) / count));
        const piece = { batches: batches.slice(from, to), needs };
        for (const batch of piece.batches) pieces.set(batch, piece);
      }
    }
  };
  const whenRead = async (index: number): Promise<void> => {
    for (let piece = pieces.get(index); piece; piece = pieces.get(index)) {
      for (const batch of piece.batches) pieces.delete(batch);
      // One that is too large by itself, as its rows are larger than others, comes in smaller pieces.
      await readAhead(piece.batches, piece.needs);
    }
  };
  return {
    ...table,
    readAhead,
    async attributes(index, fields) {
      await whenRead(index);
      return table.attributes(index, fields);
    },
    async geometry(level, index) {
      await whenRead(index);
      return table.geometry(level, index);
    },
    async extents(index) {
      await whenRead(index);
      return table.extents(index);
    },
  };
}
