import type { Database } from 'sql.js';
import type { Budget } from '../../contract/budget.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { SourceFile } from '../reading/source-table.ts';
import { quoteIdentifier } from './contents.ts';

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Cost of a lookup in a non-unique index, in rows read. */
const indexLookupRows = 30;

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
  const [plan] = database.exec(`EXPLAIN QUERY PLAN SELECT * FROM ${quoteIdentifier(name)}`);
  const steps = (plan?.values ?? []).map(
    ([id, parent, , detail]): Step => ({ id: Number(id), parent: Number(parent), detail: String(detail) }),
  );
  const endlessStep = steps.find(({ detail }) => /^RECURSIVE STEP|VIRTUAL TABLE/.test(detail));
  if (endlessStep)
    throw readFault(
      'bad-package',
      'viewEndless',
      diagnostic('inFile', file.name, diagnostic('dataTable', name)),
      endlessStep.detail,
    );
  budget.take('steps', estimateCost(database, steps));
}

function estimateCost(database: Database, steps: readonly Step[]): number {
  const subqueries = new Map<string, number>();
  // A step names a table by an alias that the file chooses, so assume the largest table.
  const maxTableRows = findMaxRowCount(database);
  /**
   * Return the cost of the steps below a parent. Loops of a query are nested and multiply. Subqueries add up, except
   * for correlated ones, which run for each row.
   */
  const costBelow = (parent: number): number => {
    let [loops, others, perRow] = [1, 0, 1];
    for (const { id, detail } of steps.filter((step) => step.parent === parent)) {
      const childCost = costBelow(id);
      const loop = /^(SCAN|SEARCH) (\S+)/.exec(detail);
      if (loop?.[1] === 'SCAN') loops *= Math.max(1, subqueries.get(loop[2]!) ?? maxTableRows);
      else if (loop) loops *= /\(rowid=\?\)|AUTOMATIC/.test(detail) ? 1 : indexLookupRows;
      else if (detail.startsWith('CORRELATED')) perRow += childCost;
      else others += childCost;
      const named = /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail);
      if (named) subqueries.set(named[1]!, childCost);
    }
    return loops * perRow + others;
  };
  return costBelow(0);
}

function findMaxRowCount(database: Database): number {
  const [tables] = database.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'");
  const counts = (tables?.values ?? []).map(([name]) =>
    Number(database.exec(`SELECT count(*) FROM ${quoteIdentifier(String(name))}`)[0]!.values[0]![0]),
  );
  return counts.reduce((max, count) => Math.max(max, count), 0);
}
