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

/** Cost of a lookup in a non-unique index, in rows read. */
const rowsOfIndex = 30;

/**
 * Check the cost of a view before it's read, because the file defines its query and SQLite can't be interrupted here.
 * Tables aren't checked.
 *
 * @param budget charged a step for each row read
 * @throws {Fault} `bad-package` for a view that is recursive or reads a virtual table; `too-large` when the budget is
 * used up
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
  // A step names a table by an alias that the file chooses, so assume the largest table.
  const mostRows = largestTable(database);
  /**
   * Return the cost of the steps below a parent. Loops of a query are nested and multiply. Subqueries add up, except
   * for correlated ones, which run for each row.
   */
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
