import { Budget, type BudgetUnit } from '../../contract/budget.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { type SourceFile, sizeOf } from './source-table.ts';

/** Text keys of the units, for messages in the user's language. */
const unitKeys = {
  vertices: 'unitVertices',
  cells: 'unitCells',
  columns: 'unitColumns',
  bytes: 'unitBytes',
  pixels: 'unitPixels',
  letters: 'unitLetters',
  elements: 'unitElements',
  entries: 'unitEntries',
  steps: 'unitSteps',
} as const satisfies Record<BudgetUnit, string>;

/**
 * Create the budget of one file. Unless the format compresses further, a vertex takes at least one byte, so a file with
 * more vertices consists of repetitions. Cells may be empty, which takes no bytes in some formats.
 */
export function readBudget(file: SourceFile, limits: Partial<Record<BudgetUnit, number>> = {}): Budget {
  return new Budget(
    (unit, limit, actual) => readFault('too-large', 'overBudget', file.name, limit, diagnostic(unitKeys[unit]), actual),
    { vertices: 2_000_000 + 8 * sizeOf(file), cells: 20_000_000 + 4 * sizeOf(file), ...limits },
  );
}
