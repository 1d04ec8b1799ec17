import type { Database } from 'sql.js';
import type { Budget } from '../../contract/budget.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { SourceFile } from '../reading/source-table.ts';
import { quoted } from './contents.ts';

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** To find rows by an index that is not unique takes as long as to read so many. */
const rowsOfIndex = 30;

/**
 * Check what it takes to read a view, before it is read: SQLite cannot be interrupted here, and the query of a view is of the
 * file's own making. Tables are not checked.
 *
 * @param budget pays a step for each row that is looked at
 * @throws {Fault} `bad-package` for a view that asks itself or a virtual table, `too-large` when the budget is used up
 */
export function checkView(database: Database, file: SourceFile, name: string, budget: Budget): void {
  const [view] = database.exec("SELECT 1 FROM sqlite_master WHERE type = 'view' AND lower(name) = lower(?)", [name]);
  if (!view) return;
  const [plan] = database.exec(`EXPLAIN QUERY PLAN SELECT * FROM ${quoted(name)}`);
  const steps = (plan?.values ?? []).map(
    ([id, parent, , detail]): Step => ({ id: Number(id), parent: Number(parent), detail: String(detail) }),
  );
  const endless = steps.find(({ detail }) => /^RECURSIVE STEP|VIRTUAL TABLE/.test(detail));
  if (endless)
    throw readFault(
      'bad-package',
      'viewEndless',
      diagnostic('inFile', file.name, diagnostic('dataTable', name)),
      endless.detail,
    );
  budget.take('steps', costOf(database, steps));
}

function costOf(database: Database, steps: readonly Step[]): number {
  const subqueries = new Map<string, number>();
  // A step names a table by its alias, which the file chooses: any of them may be the largest.
  const mostRows = largestTable(database);
  /** Loops of one query are in each other; queries beside each other follow each other, but for those that each row asks. */
  const costBelow = (parent: number): number => {
    let [loops, others, perRow] = [1, 0, 1];
    for (const { id, detail } of steps.filter((step) => step.parent === parent)) {
      const below = costBelow(id);
      const loop = /^(SCAN|SEARCH) (\S+)/.exec(detail);
      if (loop?.[1] === 'SCAN') loops *= Math.max(1, subqueries.get(loop[2]!) ?? mostRows);
      else if (loop) loops *= /\(rowid=\?\)|AUTOMATIC/.test(detail) ? 1 : rowsOfIndex;
      else if (detail.startsWith('CORRELATED')) perRow += below;
      else others += below;
      const named = /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail);
      if (named) subqueries.set(named[1]!, below);
    }
    return loops * perRow + others;
  };
  return costBelow(0);
}

function largestTable(database: Database): number {
  const [tables] = database.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'");
  const counts = (tables?.values ?? []).map(([name]) =>
    Number(database.exec(`SELECT count(*) FROM ${quoted(String(name))}`)[0]!.values[0]![0]),
  );
  return counts.reduce((most, count) => Math.max(most, count), 0);
}
