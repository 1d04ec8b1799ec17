import document from '../../../docs/semantics.md?raw';
import { operations as catalogue, type OperationName } from '../../../sw/contract/index.ts';

/** A row of the table of elements without effect: the elements, the operations, and the reason. */
export interface Idle {
  readonly elements: readonly string[];
  /** Names of operations or of their groups; empty for all operations. */
  readonly operations: readonly string[];
  readonly reason: string;
}

/** The rows of the tables in the section "Elements without effect" of docs/semantics.md. */
export const withoutEffect: readonly Idle[] = document
  .split('## Elements without effect')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, elements, operations, reason] = line.split('|').map((cell) => cell.trim());
    return { elements: names(elements!), operations: names(operations!), reason: reason! };
  });

function names(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

const findGroup = (operation: string) => catalogue[operation as OperationName].group;

/** Find the row that names an element, in one operation or any; `Type.*` names all elements of a type. */
export function idleRow(element: string, operation?: string): Idle | undefined {
  const whole = element.replace(/\..*/, '.*');
  return withoutEffect.find(
    ({ elements, operations }) =>
      (elements.includes(element) || elements.includes(whole)) &&
      (operations.length === 0 ||
        operation === undefined ||
        operations.some((name) => name === operation || name === findGroup(operation))),
  );
}
