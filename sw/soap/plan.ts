import { enums } from '../contract/enums.ts';
import type { EnumName, OperationName, ScalarName, TypeName } from '../contract/infer.ts';
import { operations } from '../contract/operations/index.ts';
import { type FieldRef, type ListRow, type StructRow, scalarRows, type TypeRow } from '../contract/rows.ts';
import { types } from '../contract/types/index.ts';

/**
 * Defaults of required elements that clients omit or send as nil.
 *
 * An element is listed only if its empty value means "all", "none" or "as published", or never changes a result. Any
 * other missing element is a fault.
 */

/** Elements of any request. */
const missingElements: Readonly<Record<string, unknown>> = {
  /** All rows. */
  QueryFilter: { type: 'QueryFilter', WhereClause: '', Resolution: 0 },
  /** All layers. */
  LayerIDs: [],
  /** All fields. */
  SearchFields: '',
  /** The default swatch size of the map. */
  LegendPatch: { Width: 0, Height: 0, ImageDPI: 0 },
  SymbolOutputOptions: { ConvertLabelExpressions: true },
  /** Embedded data, as before this element existed. */
  TransportType: 'gisTransportTypeEmbedded',
};

/** Fields of types, by declaring type. */
const missingFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  QueryFilter: { WhereClause: '', Resolution: 0 },
  SpatialFilter: {
    SearchOrder: 'gisSearchOrderSpatial',
    /** Has no effect without a geometry. With a geometry, it means any point in common. */
    SpatialRel: 'gisSpatialRelUndefined',
    SpatialRelDescription: '',
    /** The base type has no coordinates, so it doesn't restrict the rows. */
    FilterGeometry: { type: 'Geometry' },
    GeometryFieldName: '',
    FilterOwnsGeometry: false,
  },
  TimeQueryFilter: {
    /** The base type is neither an instant nor an extent, so it doesn't restrict the rows. */
    TimeValue: { type: 'TimeValue' },
    /** Without a name, the time zone of the map applies. */
    OutputTimeReference: { TimeZoneNameID: '' },
    TimeRelation: 'gisTimeRelationOverlaps',
  },
  LayerDescription: { DefinitionExpression: '' },
  PropertySet: { PropertyArray: [] },
  FIDSet: { FIDArray: [] },
  RecordSet: { Records: [] },
  Record: { Values: [] },
  TimeReference: { TimeZoneNameID: '' },
};

/** Codec data of a type, derived from the contract table once and cached. */
export type Plan = ScalarPlan | EnumPlan | ListPlan | StructPlan;

interface ScalarPlan {
  readonly kind: 'scalar';
  readonly name: ScalarName;
}
export interface EnumPlan {
  readonly kind: 'enum';
  readonly name: EnumName;
  readonly values: ReadonlySet<string>;
}
export interface ListPlan {
  readonly kind: 'list';
  readonly name: TypeName;
  readonly item: Plan;
  /** Name of the repeated element. */
  readonly itemElement: string;
  /** Accepted names of items, in lower case. */
  readonly itemNames: ReadonlySet<string>;
  readonly isNilAllowed: boolean;
}
export interface StructPlan {
  readonly kind: 'struct';
  readonly name: TypeName;
  readonly isAbstract: boolean;
  /** True if values must name their concrete type. */
  readonly isInFamily: boolean;
  /** All fields in wire order, fields of base types first. */
  readonly fields: readonly FieldPlan[];
  readonly fieldNames: FieldIndex;
  readonly base: StructPlan | undefined;
  /** Every concrete derived type, and the type itself unless it is abstract. */
  readonly members: ReadonlyMap<string, StructPlan>;
}
export interface FieldPlan {
  readonly name: string;
  readonly plan: Plan;
  readonly isOptional: boolean;
  readonly isNilAllowed: boolean;
  /** Value of an absent element; undefined if it has no default. */
  readonly whenAbsent: unknown;
  /** `Type.Field`, with the type that declares the field. */
  readonly path: string;
}
interface FieldIndex {
  readonly exact: ReadonlyMap<string, number>;
  readonly lowerCase: ReadonlyMap<string, number>;
}
export interface MessagePlan {
  readonly fields: readonly FieldPlan[];
  readonly fieldNames: FieldIndex;
}

const typeRows: Readonly<Record<string, TypeRow>> = types;
const enumRows: Readonly<Record<string, { readonly values: readonly string[] }>> = enums;
const scalars: ReadonlySet<string> = new Set(Object.keys(scalarRows));
const derivedTypes = new Map<string, string[]>();
for (const [name, row] of Object.entries(typeRows))
  if ('base' in row && row.base) derivedTypes.set(row.base, [...(derivedTypes.get(row.base) ?? []), name]);

const plans = new Map<string, Plan>();
const requestPlans = new Map<string, MessagePlan>();
const responsePlans = new Map<string, MessagePlan>();

/**
 * Return the plan of a scalar, enumeration or type of the contract.
 *
 * @throws {RangeError} for a name the contract lacks
 */
export function getPlan(name: string): Plan {
  const cachedPlan = plans.get(name);
  if (cachedPlan) return cachedPlan;
  if (scalars.has(name)) return rememberPlan(name, { kind: 'scalar', name: name as ScalarName });
  const enumRow = Object.hasOwn(enumRows, name) ? enumRows[name] : undefined;
  if (enumRow) return rememberPlan(name, { kind: 'enum', name: name as EnumName, values: new Set(enumRow.values) });
  const row = Object.hasOwn(typeRows, name) ? typeRows[name] : undefined;
  if (!row) throw new RangeError(`${name} is no type of the contract`);
  return 'list' in row ? planList(name as TypeName, row) : planStruct(name as TypeName, row);
}

/** Check whether a name is a type or enumeration of the contract. */
export function isContractType(name: string): boolean {
  return Object.hasOwn(typeRows, name) || Object.hasOwn(enumRows, name);
}

/** Return the plan of an operation's request element. */
export function planOfRequest(operation: OperationName): MessagePlan {
  return requestPlans.get(operation) ?? planMessage(operation, 'request', requestPlans);
}

/** Return the plan of an operation's response element. */
export function planOfResponse(operation: OperationName): MessagePlan {
  return responsePlans.get(operation) ?? planMessage(operation, 'response', responsePlans);
}

/** Return the index of a field by element name, exact or ignoring case; undefined if there is none. */
export function findField(index: FieldIndex, element: string): number | undefined {
  return index.exact.get(element) ?? index.lowerCase.get(element.toLowerCase());
}

function rememberPlan<P extends Plan>(name: string, plan: P): P {
  plans.set(name, plan);
  return plan;
}

function planList(name: TypeName, row: ListRow): ListPlan {
  const names = [row.item, row.list, row.list.replace(/^[a-z]/, (letter) => letter.toUpperCase())];
  const plan = {
    kind: 'list' as const,
    name,
    item: undefined as unknown as Plan,
    itemElement: row.item,
    itemNames: new Set(names.map((itemName) => itemName.toLowerCase())),
    isNilAllowed: row.nil === true,
  };
  // Cached before its item is planned, because graphics groups can contain groups.
  rememberPlan(name, plan);
  plan.item = getPlan(row.accepts ?? row.list);
  return plan;
}

function planStruct(name: TypeName, row: StructRow): StructPlan {
  const localFields = planFields(name, row.fields, row.nil, { ...missingFields[name], ...row.defaults });
  const fields = [...basesFields(row), ...localFields];
  return rememberPlan(name, {
    kind: 'struct',
    name,
    isAbstract: row.abstract === true,
    isInFamily: row.base !== undefined || derivedTypes.has(name),
    fields,
    fieldNames: indexFields(fields),
    // Related types are planned on first use, because each of them plans its own relatives.
    get base() {
      const base = row.base ? (getPlan(row.base) as StructPlan) : undefined;
      Object.defineProperty(this, 'base', { value: base });
      return base;
    },
    get members() {
      const names = concreteMembers(name);
      const members = new Map(names.map((member) => [member, getPlan(member) as StructPlan]));
      Object.defineProperty(this, 'members', { value: members });
      return members;
    },
  });
}

function concreteMembers(name: string): string[] {
  const isAbstract = (typeRows[name] as StructRow).abstract === true;
  return [...(isAbstract ? [] : [name]), ...(derivedTypes.get(name) ?? []).flatMap(concreteMembers)];
}

function basesFields(row: StructRow): FieldPlan[] {
  if (!row.base) return [];
  const base = typeRows[row.base] as StructRow;
  return [
    ...basesFields(base),
    ...planFields(row.base, base.fields, base.nil, { ...missingFields[row.base], ...base.defaults }),
  ];
}

function planFields(
  owner: string,
  fields: Readonly<Record<string, FieldRef>>,
  nil: readonly string[] | undefined,
  defaults: Readonly<Record<string, unknown>>,
): FieldPlan[] {
  return Object.entries(fields).map(([name, ref]) => {
    const isOptional = ref.endsWith('?');
    return {
      name,
      // Planned on first use, because types refer to each other in cycles.
      get plan() {
        const plan = getPlan(isOptional ? ref.slice(0, -1) : ref);
        Object.defineProperty(this, 'plan', { value: plan });
        return plan;
      },
      isOptional,
      isNilAllowed: nil?.includes(name) === true,
      whenAbsent: defaults[name],
      path: `${owner}.${name}`,
    };
  });
}

function planMessage(
  operation: OperationName,
  direction: 'request' | 'response',
  cached: Map<string, MessagePlan>,
): MessagePlan {
  const fields = planFields(operation, operations[operation][direction], undefined, missingElements);
  const plan = { fields, fieldNames: indexFields(fields) };
  cached.set(operation, plan);
  return plan;
}

function indexFields(fields: readonly FieldPlan[]): FieldIndex {
  return {
    exact: new Map(fields.map((field, i) => [field.name, i])),
    lowerCase: new Map(fields.map((field, i) => [field.name.toLowerCase(), i])),
  };
}
