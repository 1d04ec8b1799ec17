import type { OperationName } from '../../../sw/contract/index.ts';
import { type FieldPlan, type Plan, planOfRequest, type StructPlan } from '../../../sw/soap/plan.ts';
import { others } from './others.ts';

/** A place in a request whose value can be replaced. */
export interface Leaf {
  /** `Type.Field` with the type that declares the field, or the operation and its element. */
  readonly element: string;
  /** The elements around it, outermost first. */
  readonly within: readonly string[];
  readonly path: readonly (string | number)[];
  /** Replacement values; undefined removes the element. */
  readonly others: readonly unknown[];
  /** Whether each of the others must have an effect; otherwise one is enough. */
  readonly isEach: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Yield the leaves of a request, whether it has them or not: scalars, enumerations and lists of them.
 *
 * @param isIdle elements that are leaves as a whole, because nothing inside them has an effect
 */
export function* walkLeaves(
  operation: OperationName,
  request: object,
  isIdle: (element: string) => boolean,
): Generator<Leaf> {
  yield* inFields(planOfRequest(operation).fields, request as Fields, [], []);

  function* inFields(
    fields: readonly FieldPlan[],
    value: Fields,
    path: Leaf['path'],
    within: readonly string[],
  ): Generator<Leaf> {
    for (const field of fields) yield* inValue(field, field.plan, value[field.name], [...path, field.name], within);
  }

  function* inValue(
    field: FieldPlan,
    plan: Plan,
    value: unknown,
    path: Leaf['path'],
    within: readonly string[],
  ): Generator<Leaf> {
    const { path: element, isOptional } = field;
    const leaf = { element, within, path, isEach: false };
    const listed = others[element];
    const isLeaf = isPlain(plan) || (plan.kind === 'list' && isPlain(plan.item));
    if (listed && (isLeaf || isIdle(element))) yield { ...leaf, others: listed, isEach: true };
    else if (isLeaf) yield { ...leaf, others: listOthers(plan, value) };
    else if (isIdle(element)) yield { ...leaf, others: value && isOptional ? [undefined] : [] };
    else if (value === undefined || value === null) return;
    else if (plan.kind === 'list')
      for (const [i, item] of (value as unknown[]).entries())
        yield* inValue(field, plan.item, item, [...path, i], within);
    else if (plan.kind === 'struct')
      yield* inFields(findMember(plan, value as Fields).fields, value as Fields, path, [...within, element]);
  }
}

const isPlain = (plan: Plan): boolean => plan.kind === 'scalar' || plan.kind === 'enum';

const findMember = (plan: StructPlan, { type }: Fields): StructPlan =>
  plan.members.get((type as string | undefined) ?? plan.name) ?? [...plan.members.values()][0]!;

/** Return other values that a field may have by its type in the contract. */
function listOthers(plan: Plan, value: unknown): unknown[] {
  if (plan.kind === 'enum') return [...plan.values].filter((name) => name !== value);
  if (plan.kind === 'list') return Array.isArray(value) && value.length > 0 ? [[], value.slice(1)] : [];
  if (plan.kind !== 'scalar') return [];
  switch (plan.name) {
    case 'boolean':
      return [true, false].filter((truth) => truth !== value);
    case 'string':
    case 'anyType':
      return [`${value ?? ''}x`];
    case 'dateTime':
      return ['2005-01-01T00:00:00'];
    case 'base64Binary':
      return [Uint8Array.of(1, 2, 3)];
    case 'double':
      return [((value as number | undefined) ?? 0) * 1.5 + 1];
    default:
      return [((value as number | undefined) ?? 0) + 1];
  }
}

/**
 * Return the elements that a request may have: the operation's own, and the fields of every type in it.
 *
 * @param isLeftOut elements to skip
 * @param isClosed types whose elements are skipped
 */
export function listElements(
  operation: OperationName,
  isLeftOut: (element: string) => boolean,
  isClosed: (type: string) => boolean,
): Set<string> {
  const results = new Set<string>();
  const seen = new Set<string>();
  const add = (fields: readonly FieldPlan[]) => {
    for (const { plan, path: element } of fields) {
      if (isLeftOut(element)) continue;
      results.add(element);
      const struct = structIn(plan);
      if (!struct || isClosed(struct.name)) continue;
      for (const member of struct.members.values()) {
        if (seen.has(member.name)) continue;
        seen.add(member.name);
        add(member.fields);
      }
    }
  };
  add(planOfRequest(operation).fields);
  return results;
}

function structIn(plan: Plan): StructPlan | undefined {
  if (plan.kind === 'list') return structIn(plan.item);
  return plan.kind === 'struct' ? plan : undefined;
}

/** Return the request with another value at the path of a leaf. */
export function changeLeaf<T>(request: T, path: Leaf['path'], other: unknown): T {
  const [first, ...rest] = path;
  if (first === undefined) return other as T;
  const copy = (Array.isArray(request) ? [...request] : { ...request }) as Record<string | number, unknown>;
  const value = changeLeaf(copy[first], rest, other);
  if (value === undefined) delete copy[first];
  else copy[first] = value;
  return copy as T;
}
