import { findField, getPlan, isContractType, type StructPlan } from './plan.ts';
import type { Reading } from './reading.ts';
import { type XmlElement, xsiAttribute } from './xml.ts';

/**
 * Find the concrete type of an element by its `xsi:type`, with any prefix.
 *
 * If the type is missing or abstract, the element's fields decide, provided that only one concrete type fits.
 *
 * @throws {Fault} `bad-value` naming the types allowed there
 */
export function concreteType(declared: StructPlan, element: XmlElement, reading: Reading): StructPlan {
  const written = element.attributes.length > 0 ? xsiAttribute(element, 'type') : undefined;
  if (written === undefined)
    return declared.members.size === 1 && !declared.isAbstract ? declared : infer(declared, element, reading);
  const name = written.slice(written.indexOf(':') + 1).trim();
  const concrete = declared.members.get(name);
  if (concrete) return concrete;
  const named = isContractType(name) ? getPlan(name) : undefined;
  if (named?.kind === 'struct' && named.isAbstract && isDerivedFrom(named, declared))
    return infer(named, element, reading);
  throw reading.bad(expectation(declared), reading.quote(written));
}

function infer(declared: StructPlan, element: XmlElement, reading: Reading): StructPlan {
  const knowing = [...declared.members.values()].filter((member) => knows(member, declared, element));
  const complete = knowing.filter((member) => isComplete(member, element));
  // If the only matching type lacks a required element, the decoder reports that element.
  const only = simplest(complete) ?? (complete.length === 0 ? simplest(knowing) : undefined);
  if (only) return only;
  throw reading.bad(
    `xsi:type (${expectation(declared)})`,
    complete.length > 1 ? 'none, and more than one fits' : 'none',
  );
}

/** Return the plan that all the others are derived from, or undefined if there is none. */
function simplest(plans: readonly StructPlan[]): StructPlan | undefined {
  return plans.find((plan) => plans.every((other) => isDerivedFrom(other, plan)));
}

/** Check that the member has all of the element's children that are known to any type of the family. */
function knows(member: StructPlan, family: StructPlan, element: XmlElement): boolean {
  const others = [...family.members.values()];
  return element.children.every(
    ({ name }) =>
      findField(member.fieldNames, name) !== undefined ||
      others.every((other) => findField(other.fieldNames, name) === undefined),
  );
}

/** Check that no required field of the member is missing. */
function isComplete(member: StructPlan, element: XmlElement): boolean {
  const present = new Set(element.children.map(({ name }) => findField(member.fieldNames, name)));
  return member.fields.every((field, i) => field.isOptional || field.whenAbsent !== undefined || present.has(i));
}

function isDerivedFrom(type: StructPlan, base: StructPlan): boolean {
  for (let plan: StructPlan | undefined = type; plan; plan = plan.base) if (plan === base) return true;
  return false;
}

function expectation(declared: StructPlan): string {
  const names = [...declared.members.keys()];
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
}
