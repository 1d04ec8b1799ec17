import { catalogueOperations } from '../../sw/contract/catalogue.ts';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { restRows } from '../../sw/contract/rest/index.ts';
import { routes } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import { findField, type MessagePlan, type Plan, planOfRequest, type StructPlan } from '../../sw/soap/plan.ts';
import { concreteType } from '../../sw/soap/read-type.ts';
import { Reading } from '../../sw/soap/reading.ts';
import type { XmlElement } from '../../sw/soap/xml.ts';
import { nearestOf } from './nearest.ts';
import type { ReadRequest } from './read-request.ts';

/** A part of a request that the server has no use for, and what is most like it. */
export interface NearMiss {
  /** Element, parameter or part of the address. */
  readonly path: string;
  readonly found: string;
  /** Undefined when nothing is like it. */
  readonly nearest: string | undefined;
}

/** What the server has. */
export interface Inventory {
  /** `name` or `folder/name`. */
  services(): Promise<readonly string[]>;
  /** Layers and tables of a service. */
  layers(service: string): Promise<readonly { readonly id: number; readonly name: string }[]>;
}

/** Parameters that each REST resource takes beside those of its row. */
const everywhere = ['f', 'token', 'callback', 'referer', '_', '_ts'];
const mostMisses = 50;

/**
 * Compare a request with the contract and with what is published: names that are not known, each with the nearest one that is.
 * Empty when every part of it is known.
 */
export async function nearMisses(read: ReadRequest, path: string, inventory: Inventory): Promise<NearMiss[]> {
  const misses: NearMiss[] = [];
  if (!read.match) misses.push(...missedAddress(path));
  if (read.service !== undefined) {
    const services = await inventory.services();
    if (services.includes(read.service)) misses.push(...(await missedLayers(read, inventory)));
    else misses.push({ path: 'service', found: read.service, nearest: nearestOf(read.service, services) });
  }
  if (read.soap?.element) misses.push(...missedInMessage(read.soap.element, read));
  else misses.push(...missedParameters(read));
  return misses.slice(0, mostMisses);
}

function missedAddress(path: string): NearMiss[] {
  const roots = [...new Set(routes.map((row) => row.path.split('/')[0]!))];
  const servers = ['MapServer', 'FeatureServer', 'OGCFeatureServer', 'VectorTileServer', 'WMSServer', 'WMTS'];
  const segments = path.split('/').filter(Boolean);
  const first = segments[0] ?? '';
  if (!roots.includes(first)) return [{ path: 'address', found: first, nearest: nearestOf(first, roots) }];
  // Names of services come before that of the interface.
  const alike = segments.slice(2).flatMap((found) => ({ path: 'address', found, nearest: nearestOf(found, servers) }));
  return [alike.find(({ nearest }) => nearest !== undefined) ?? { path: 'address', found: path, nearest: undefined }];
}

async function missedLayers({ service, layers }: ReadRequest, inventory: Inventory): Promise<NearMiss[]> {
  if (layers.length === 0) return [];
  const known = await inventory.layers(service!);
  const names = known.map(({ name }) => name);
  const has = (layer: string): boolean => known.some(({ id, name }) => String(id) === layer || name === layer);
  const list = known.map(({ id, name }) => `${id} (${name})`).join(', ');
  return layers
    .filter((layer) => !has(layer) && layer !== '-1')
    .map((layer) => ({
      path: 'layer',
      found: layer,
      nearest: nearestOf(layer, names) ?? (list === '' ? undefined : list),
    }));
}

function missedInMessage(element: XmlElement, { operations: known, soap, match }: ReadRequest): NearMiss[] {
  if (known.length === 0) {
    const names = Object.keys(match?.route === 'catalogue' ? catalogueOperations : operations);
    return [{ path: 'Envelope.Body', found: element.name, nearest: nearestOf(element.name, names) }];
  }
  if (match?.route === 'catalogue') return [];
  const reading = new Reading(element.name, soap!.dialect);
  return missedFields(planOfRequest(known[0] as OperationName), element, element.name, reading);
}

function missedFields(
  { fields, fieldNames }: Pick<MessagePlan | StructPlan, 'fields' | 'fieldNames'>,
  element: XmlElement,
  path: string,
  reading: Reading,
): NearMiss[] {
  const names = fields.map(({ name }) => name);
  return element.children.flatMap((child) => {
    const position = findField(fieldNames, child.name);
    if (position === undefined)
      return [{ path: `${path}.${child.name}`, found: child.name, nearest: nearestOf(child.name, names) }];
    const { name, plan } = fields[position]!;
    return missedWithin(plan, child, `${path}.${name}`, reading);
  });
}

function missedWithin(plan: Plan, element: XmlElement, path: string, reading: Reading): NearMiss[] {
  if (plan.kind === 'list')
    return element.children
      .slice(0, 1000)
      .flatMap((child, index) => missedWithin(plan.item, child, `${path}[${index}]`, reading));
  if (plan.kind !== 'struct') return [];
  try {
    return missedFields(concreteType(plan, element, reading), element, path, reading);
  } catch {
    // An unknown type: the fault of the answer says so.
    return [];
  }
}

function missedParameters({ face, match, operation, given }: ReadRequest): NearMiss[] {
  if (face === 'rest' && operation === undefined && match) {
    const below = match.parameters.get('below') ?? '';
    const last = below.split('/').at(-1) ?? '';
    const segments = Object.values(restRows).flatMap(({ path }) =>
      path.split('/').filter((part) => !part.startsWith('{')),
    );
    return [{ path: 'address', found: last, nearest: nearestOf(last, segments) }];
  }
  if (face === 'rest') {
    const row = operation === undefined ? undefined : restRows[operation as keyof typeof restRows];
    return row ? unknownIn(given.keys(), row.parameters) : [];
  }
  if (face !== 'portal') return [];
  const found = operation === undefined ? undefined : findOperation(match?.parameters.get('path') ?? 'generateToken');
  return found ? unknownIn(given.keys(), portalRow(found.operation).parameters) : [];
}

function unknownIn(
  found: Iterable<string>,
  parameters: Readonly<Record<string, { aliases?: readonly string[] } | object>>,
): NearMiss[] {
  const names = Object.entries(parameters).flatMap(([name, row]) => [
    name,
    ...('aliases' in row ? (row.aliases ?? []) : []),
  ]);
  const known = new Set([...names, ...everywhere].map((name) => name.toLowerCase()));
  return [...found]
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name, found: name, nearest: nearestOf(name, names) }));
}
