import { enums, operations, types } from '../../../sw/contract/index.ts';
import type { OperationRow, StructRow, TypeRow } from '../../../sw/contract/rows.ts';
import type { FieldPlan, Plan } from '../../../sw/soap/plan.ts';

const rows: Readonly<Record<string, TypeRow>> = types;
const operationRows: Readonly<Record<string, OperationRow>> = operations;
const enumRows: Readonly<Record<string, { readonly doc: string }>> = enums;

/** What the contract says beside a field; undefined when it says nothing. */
export function noteOf({ path, name }: FieldPlan): string | undefined {
  const owner = path.slice(0, -name.length - 1);
  const row = operationRows[owner] ?? (rows[owner] as StructRow | undefined);
  return row?.notes?.[name];
}

/** What the contract says of a type; undefined for scalars and lists. */
export function docOf(plan: Plan): string | undefined {
  if (plan.kind === 'enum') return enumRows[plan.name]?.doc;
  if (plan.kind !== 'struct') return undefined;
  return (rows[plan.name] as StructRow | undefined)?.doc;
}

/** The type of a field in a few letters. */
export const typeText = (plan: Plan): string => (plan.kind === 'list' ? `${typeText(plan.item)}[]` : plan.name);
