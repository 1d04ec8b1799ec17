import type { OperationName } from '../../../sw/contract/index.ts';
import { escapeAttribute, escapeText } from '../../../sw/contract/markup.ts';
import { type FieldPlan, getPlan, type Plan, planOfRequest, type StructPlan } from '../../../sw/soap/plan.ts';
import { readXml, type XmlElement, xsiAttribute } from '../../../sw/soap/xml.ts';

/** An element of a request that can be changed, with its type in the contract. */
export interface RequestNode {
  name: string;
  /** `xsi:type` without the prefix. */
  typeName?: string;
  isNil?: true;
  /** Number of copies in the message; 1 if absent. */
  times?: number;
  text: string;
  children: RequestNode[];
  readonly plan?: Plan;
  /** `Type.Field` of the contract, or the operation and its element. */
  readonly spot: string;
}

/** Read the element of the operation from a recorded request. */
export function requestTree(xml: string): RequestNode | undefined {
  const body = readXml(xml).children.find(({ name }) => name === 'Body');
  const element = body?.children[0];
  if (!element) return undefined;
  const operation = element.name as OperationName;
  const { fields } = planOfRequest(operation);
  return { name: operation, text: '', spot: operation, children: listChildren(element, fields) };
}

/** Return the fields that a node may have. */
export function planFields(node: RequestNode): readonly FieldPlan[] {
  if (!node.plan) return planOfRequest(node.name as OperationName).fields;
  return node.plan.kind === 'struct' ? makeStruct(node.plan, node.typeName).fields : [];
}

/** Create a small value of a contract type: no optional fields, one item in each list. */
export function sampleNode(name: string, plan: Plan, spot: string, depth = 0): RequestNode {
  const node: RequestNode = { name, plan, spot, text: '', children: [] };
  switch (plan.kind) {
    case 'enum':
      node.text = [...plan.values][0]!;
      break;
    case 'scalar':
      node.text = sampleTexts[plan.name];
      break;
    case 'list':
      if (depth < 4) node.children = [sampleNode(plan.itemElement, plan.item, `${plan.name}[]`, depth + 1)];
      break;
    case 'struct': {
      const member = depth < 4 ? [...plan.members.values()][0]! : smallest(plan);
      if (plan.isInFamily) node.typeName = member.name;
      node.children = member.fields
        .filter((field) => !field.isOptional)
        .map((field) => sampleNode(field.name, field.plan, field.path, depth + 1));
    }
  }
  return node;
}

const sampleTexts = {
  ...{ int: '1', short: '1', long: '1', unsignedByte: '1', double: '1', string: 'NAME', boolean: 'true' },
  ...{ dateTime: '2000-01-01T00:00:00', base64Binary: 'AAAA', anyType: '1' },
};

const smallest = (plan: StructPlan): StructPlan =>
  [...plan.members.values()].reduce((shortest, member) =>
    member.fields.length < shortest.fields.length ? member : shortest,
  );

function listChildren(element: XmlElement, fields: readonly FieldPlan[]): RequestNode[] {
  return element.children.map((child) => {
    const field = fields.find(({ name }) => name === child.name);
    return field
      ? makeNode(child, field.plan, field.path)
      : { name: child.name, text: child.text, children: [], spot: '' };
  });
}

function makeNode(element: XmlElement, plan: Plan, spot: string): RequestNode {
  const typeName = xsiAttribute(element, 'type')?.replace(/^.*:/, '');
  const node: RequestNode = { name: element.name, text: element.text, children: [], plan, spot };
  if (typeName !== undefined) node.typeName = typeName;
  if (xsiAttribute(element, 'nil') === 'true') node.isNil = true;
  if (plan.kind === 'list')
    node.children = element.children.map((child) => makeNode(child, plan.item, `${plan.name}[]`));
  else if (plan.kind === 'struct') node.children = listChildren(element, makeStruct(plan, typeName).fields);
  else if (plan.kind === 'scalar' && plan.name === 'anyType' && typeName && isStruct(typeName)) {
    node.children = listChildren(element, (getPlan(typeName) as StructPlan).fields);
  }
  return node;
}

const makeStruct = (plan: StructPlan, typeName: string | undefined): StructPlan =>
  (typeName === undefined ? undefined : plan.members.get(typeName)) ?? [...plan.members.values()][0]!;

function isStruct(name: string): boolean {
  try {
    return getPlan(name).kind === 'struct';
  } catch {
    return false;
  }
}

/** Write the whole message, with this many unused namespace prefixes in scope. */
export function writeRequest(root: RequestNode, prefixCount = 0): string {
  const prefixes = Array.from({ length: prefixCount }, (_, i) => ` xmlns:p${i}="urn:p${i}"`).join('');
  return `<soap:Envelope${prefixes} xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:gis:schemas/3.2.0"><soap:Body>${write(root, 'tns:')}</soap:Body></soap:Envelope>`;
}

/** Return the length of an element in the message. */
export const countCharacters = (node: RequestNode): number => write(node).length;

const xsTypes = new Set(['string', 'boolean', 'double', 'float', 'int', 'short', 'long', 'dateTime', 'base64Binary']);

function write(node: RequestNode, prefix = ''): string {
  const name = `${prefix}${node.name}`;
  const typePrefix = xsTypes.has(node.typeName ?? '') ? 'xs' : 'tns';
  const type = node.typeName === undefined ? '' : ` xsi:type="${typePrefix}:${escapeAttribute(node.typeName)}"`;
  const content =
    node.children.length > 0 ? node.children.map((child) => write(child)).join('') : escapeText(node.text);
  return `<${name}${type}${node.isNil ? ' xsi:nil="true"' : ''}>${content}</${name}>`.repeat(node.times ?? 1);
}
