import { beforeAll, describe, expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { type OperationName, operations, types } from '../../sw/contract/index.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { sealEnvelope } from '../../sw/soap/envelope.ts';
import { faultOf } from '../../sw/soap/fault-envelope.ts';
import { readXml } from '../../sw/soap/xml.ts';
import { fieldsOf } from '../render/contract-fields.ts';
import { filters } from './leaves/filters.ts';
import { leavesContext } from './leaves/leaves-service.ts';
import { mapBases } from './leaves/map-bases.ts';
import { cached, plainBases } from './leaves/plain-bases.ts';
import { queryBases } from './leaves/query-bases.ts';
import { changed, elementsOf, leavesOf } from './leaves/walk.ts';
import { idleRow, withoutEffect } from './leaves/without-effect.ts';

/**
 * Every element that a request may have changes the answer, is refused, or stands in docs/semantics.md with the reason: each is
 * changed alone, in requests in which it can matter.
 */
const bases: Readonly<Partial<Record<OperationName, readonly object[]>>> = {
  ...plainBases,
  ...mapBases,
  ...queryBases,
};

/** Of these every element is tried by the tests of tests/render, drawn by itself. */
const drawn =
  /^(Symbol|SimpleTextSymbol|TextSymbol|MarkerSymbol|CartographicMarkerSymbol|LineSymbol|FillSymbol|Element|GraphicElement|ScaleBar|RasterRenderer|Border|Background|Shadow)$/;
/** Of these it is enough that every element matters in some operation: they are read by the same function everywhere. */
const shared =
  /^(FeatureRenderer|LayerDrawingDescription|ColorRamp|Color|Geometry|Point|Multipoint|Envelope|SpatialReference|MapArea|MapServerSourceDescription|TimeReference|TimeValue|GeoTransformation|Patch|LinePatch|AreaPatch|DataClassificationDef|FilterDef|PropertySet|GeometryResultOptions)$/;

let context: Context;
beforeAll(async () => {
  context = await leavesContext();
});

interface Answer {
  readonly text: string;
  readonly fault?: { readonly code: string; readonly message: string };
}

async function ask(operation: OperationName, request: object): Promise<Answer> {
  const service = cached.includes(operation) ? 'Cached' : 'Leaves';
  const body = sealEnvelope(encodeRequest(operation, request as never), '1.1');
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const url = `http://soapstone.test/services/${service}/MapServer`;
  const response = (await answer(context, new Request(url, { method: 'POST', headers, body })))!;
  const text = (await response.text()).replace(/output\/[0-9a-f]{32}/g, 'output/...');
  const element = response.ok ? undefined : readXml(text).children.find(({ name }) => name === 'Body')?.children[0];
  const fault = element && faultOf(element);
  return { text, ...(fault ? { fault } : {}) };
}

/** Elements that mattered, by operation; and those that the list names, as `operation element`, once they did not. */
const mattered = new Map<string, Set<string>>();
const used = new Set<string>();

async function effectOf(
  operation: OperationName,
  request: object,
  before: Answer,
): Promise<'changed' | 'refused' | 'nothing'> {
  const { text, fault } = await ask(operation, request);
  if (!fault) return text === before.text ? 'nothing' : 'changed';
  expect(['internal', 'storage-failed'], fault.message).not.toContain(fault.code);
  return 'refused';
}

describe.each(Object.keys(operations) as OperationName[])('%s', (operation) => {
  test('every element matters, is refused, or is named', { timeout: 120_000 }, async () => {
    const idle = (element: string) => idleRow(element, operation) !== undefined;
    const effective = new Set<string>();
    mattered.set(operation, effective);
    const refused: string[] = [];
    const silent = new Map<string, string>();
    expect(bases[operation]?.length).toBeGreaterThan(0);
    for (const request of bases[operation]!) {
      const before = await ask(operation, request);
      if (before.fault) {
        refused.push(`${bases[operation]!.indexOf(request)}: ${before.fault.message}`);
        continue;
      }
      expect((await ask(operation, request)).text, 'the same request has the same answer').toBe(before.text);
      for (const { element, path, others, isEach } of leavesOf(operation, request, idle)) {
        const row = idleRow(element, operation);
        if (effective.has(element) || (row && used.has(`${operation} ${element}`))) continue;
        const effects = [];
        for (const other of others) {
          const effect = await effectOf(operation, changed(request, path, other), before);
          effects.push(effect);
          if (effect !== 'nothing' && !isEach) break;
        }
        const isEffective = isEach ? !effects.includes('nothing') : effects.some((effect) => effect !== 'nothing');
        if (row && effects.includes('nothing')) {
          used.add(`${operation} ${element}`);
        } else if (effects.length > 0 && isEffective) effective.add(element);
        else silent.set(element, `${path.join('.')}: ${others.map((other) => JSON.stringify(other)).join(' ')}`);
      }
    }
    expect.soft(refused, 'no base is refused').toEqual([]);
    const wanted = elementsOf(
      operation,
      (element, type) => idle(element) || (type !== undefined && (drawn.test(type) || shared.test(type))),
    );
    const missing = [...wanted].filter((element) => isLeafElement(element) && !effective.has(element));
    expect(missing.map((element) => `${element} (${silent.get(element) ?? 'not tried'})`)).toEqual([]);
  });
});

function isLeafElement(element: string): boolean {
  const [owner, name] = element.split('.') as [string, string];
  const fields = owner in operations ? operations[owner as OperationName].request : fieldsOf(owner);
  const type = (fields as Record<string, string>)[name]!.replace('?', '');
  const row = (types as Readonly<Record<string, { list?: string }>>)[type];
  return row === undefined || (row.list !== undefined && !(row.list in types));
}

/** Types that are refused as a whole, whatever they hold. */
const refusals: readonly (readonly [type: string, operation: OperationName, request: object])[] = [
  ...['EnvelopeB', 'PointB', 'MultipointB', 'PolygonB', 'PolylineB', 'MultiPatchB'].map(
    (type) => [type, 'QueryFeatureCount', filtered({ FilterGeometry: { type, Bytes: Uint8Array.of(1, 2) } })] as const,
  ),
  [
    'MultiPatchN',
    'QueryFeatureCount',
    filtered({
      FilterGeometry: {
        ...{ type: 'MultiPatchN', HasID: false, HasZ: false, HasM: false, SurfacePatchArray: [] },
        Extent: { type: 'EnvelopeN', XMin: 0, YMin: 0, XMax: 1, YMax: 1 },
      },
    }),
  ],
  [
    'XMLFilterDef',
    'QueryFeatureCount',
    filtered({ FilterDefs: [{ type: 'XMLFilterDef', FieldName: 'NAME', Expression: 'x' }] }),
  ],
  [
    'ImageQueryFilter',
    'QueryFeatureCount',
    filtered({ type: 'ImageQueryFilter', PixelSize: { type: 'PointN', X: 1, Y: 1 } }),
  ],
];

function filtered(more: object): object {
  const QueryFilter = { ...filters.at(-1)!, ...more };
  return { MapName: 'Related', LayerID: 1, QueryFilter };
}

test.each(refusals)('%s is refused', async (type, operation, request) => {
  const { fault } = await ask(operation, request);
  expect(fault?.message).toMatch(new RegExp(`${type}|FilterDefs`));
});

test('elements that all operations read alike matter in one of them', () => {
  const everywhere = new Set([...mattered.values()].flatMap((elements) => [...elements]));
  const refused = new Set(refusals.map(([type]) => type));
  const wanted = new Set(
    [...mattered.keys()].flatMap((operation) => [
      ...elementsOf(
        operation as OperationName,
        (element, type) =>
          idleRow(element) !== undefined ||
          refused.has(element.split('.')[0]!) ||
          (type !== undefined && drawn.test(type)),
      ),
    ]),
  );
  expect(wanted.size).toBeGreaterThan(300);
  const missing = [...wanted].filter((element) => isLeafElement(element) && !everywhere.has(element));
  expect(missing).toEqual([]);
});

test('every element of the list is without effect somewhere it is named', () => {
  const names = withoutEffect.flatMap(({ elements }) => elements);
  const found = new Set([...used].map((place) => place.split(' ')[1]!));
  expect(names.filter((element) => !found.has(element))).toEqual([]);
});
