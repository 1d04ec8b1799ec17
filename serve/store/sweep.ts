import { type Engine, type EngineSnapshot, withSnapshot } from './engine.ts';
import { decodeKeys, encodeKeys, rangeOfPrefix } from './keys.ts';
import { filesPrefix, unusedPrefix } from './schema.ts';
import { decodeWithoutFiles } from './values.ts';

/** Minimum age of files to delete, because a response may still read them, or a writer may not have committed yet. */
const minAgeMs = 60 * 60_000;
const filesAtOnce = 500;

/**
 * Delete files that no row refers to: files whose row was deleted more than an hour ago, and files that a killed writer
 * left more than an hour ago.
 *
 * Clocks jump, and those of other computers differ. So a file must also have been a suspect at the previous sweep.
 *
 * @param now epoch milliseconds
 * @param suspects files that no row referred to at the previous sweep
 * @returns those that the next sweep may delete
 */
export async function sweepFiles(engine: Engine, now: number, suspects: ReadonlySet<string>): Promise<Set<string>> {
  const before = now - minAgeMs;
  // List the files before reading the rows, so that a file written in the meantime isn't deleted.
  const stored = await engine.files.list(before);
  if (stored.length === 0) return new Set();
  const { used, unused } = await withSnapshot(engine, readFiles);
  const old = stored.filter((id) => !used.has(id) && (unused.get(id) ?? Number.NEGATIVE_INFINITY) < before);
  for (const id of old) if (suspects.has(id)) await engine.files.delete(id);
  const forgotten = [...unused].filter(([, since]) => since < before).map(([id]) => id);
  for (let index = 0; index < forgotten.length; index += filesAtOnce) {
    const transaction = await engine.beginWrite([], false);
    try {
      for (const id of forgotten.slice(index, index + filesAtOnce))
        await transaction.delete(Buffer.concat([unusedPrefix, encodeKeys(id)]));
      await transaction.commit();
    } catch (error) {
      await transaction.rollback().catch(() => undefined);
      throw error;
    }
  }
  return new Set(old.filter((id) => !suspects.has(id)));
}

/** Read the IDs of files that rows refer to, and of those whose row is gone, with the time since. */
async function readFiles(snapshot: EngineSnapshot): Promise<{ used: Set<string>; unused: Map<string, number> }> {
  const used = new Set<string>();
  for (const [, list] of await snapshot.scan(rangeOfPrefix(filesPrefix)))
    for (const id of (await decodeWithoutFiles(list)) as string[]) used.add(id);
  const unused = new Map<string, number>();
  for (const [key, time] of await snapshot.scan(rangeOfPrefix(unusedPrefix)))
    unused.set(decodeKeys(key)[1] as string, decodeKeys(time)[0] as number);
  return { used, unused };
}
