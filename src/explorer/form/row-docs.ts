import { enums, operations, types } from '../../../sw/contract/index.ts';
import type { OperationRow, StructRow, TypeRow } from '../../../sw/contract/rows.ts';
import type { FieldPlan, Plan } from '../../../sw/soap/plan.ts';

const rows: Readonly<Record<string, TypeRow>> = types;
const operationRows: Readonly<Record<string, OperationRow>> = operations;
const enumRows: Readonly<Record<string, { readonly doc: string }>> = enums;

/** Documentation of a field; undefined without any. */
export function noteOf({ path, name }: FieldPlan): string | undefined {
  const owner = path.slice(0, -name.length - 1);
  const row = operationRows[owner] ?? (rows[owner] as StructRow | undefined);
  return row?.notes?.[name];
}

export function docOf(plan: Plan): string | undefined {
  if (plan.kind === 'enum') return enumRows[plan.name]?.doc;
  if (plan.kind !== 'struct') return undefined;
  return (rows[plan.name] as StructRow | undefined)?.doc;
}

export const typeText = (plan: Plan): string => (plan.kind === 'list' ? `${typeText(plan.item)}[]` : plan.name);
