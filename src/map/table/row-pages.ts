import { signal } from '@preact/signals';
import type { AnyValue } from '../../../sw/contract/index.ts';
import { isAbort, messageOf } from '../../connection/call.ts';
import { type Field, readRows, type TableSubject } from '../../state/rows.ts';

const pageRows = 100;

/** Rows of a table in pages, read when they scroll into view and cached while the order stays. */
interface RowPages {
  /** Grows with every page that arrives, which renders the rows again. */
  readonly arrived: { readonly value: number };
  readonly problem: { readonly value: string | undefined };
  /** Undefined while the row is being read; values are in the order of `fields`. */
  valuesOf(index: number): readonly AnyValue[] | undefined;
  fields(): readonly Field[];
  /** Read the missing pages of these rows. */
  want(first: number, last: number): void;
  close(): void;
}

export function rowPages(subject: TableSubject, ids: readonly number[]): RowPages {
  const arrived = signal(0);
  const problem = signal<string | undefined>(undefined);
  const pages = new Map<number, ReadonlyMap<number, readonly AnyValue[]> | 'reading'>();
  const running = new AbortController();
  let fields: readonly Field[] = subject.fields;

  const read = async (page: number) => {
    pages.set(page, 'reading');
    const names = subject.fields.map(({ Name }) => Name);
    try {
      const requested = ids.slice(page * pageRows, (page + 1) * pageRows);
      const found = await readRows(subject, requested, { fields: names }, running.signal);
      fields = found.fields;
      pages.set(page, new Map(found.rows.map(({ id, values }) => [id, values])));
      problem.value = undefined;
    } catch (error) {
      pages.delete(page);
      if (!isAbort(error)) problem.value = messageOf(error);
    }
    if (!running.signal.aborted) arrived.value++;
  };

  return {
    arrived,
    problem,
    fields: () => fields,
    valuesOf(index) {
      const page = pages.get(Math.floor(index / pageRows));
      return page === undefined || page === 'reading' ? undefined : page.get(ids[index]!);
    },
    want(first, last) {
      for (let page = Math.floor(first / pageRows); page * pageRows <= last; page++)
        if (!pages.has(page) && page * pageRows < ids.length) void read(page);
    },
    close: () => running.abort(),
  };
}
