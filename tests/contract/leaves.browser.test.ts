import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../sw/context.ts';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { type Answer, ask } from './leaves/ask.ts';
import { filters } from './leaves/filters.ts';
import { leavesContext } from './leaves/leaves-service.ts';
import { mapBases } from './leaves/map-bases.ts';
import { plainBases } from './leaves/plain-bases.ts';
import { queryBases } from './leaves/query-bases.ts';
import { changeLeaf, listElements, walkLeaves } from './leaves/walk.ts';
import { idleRow, withoutEffect } from './leaves/without-effect.ts';

/**
 * Check that every element of a request changes the answer, is refused, or is listed in docs/semantics.md with a
 * reason.
 * Each element is changed separately, in requests in which it can have an effect.
 */
const bases: Readonly<Partial<Record<OperationName, readonly object[]>>> = {
  ...plainBases,
  ...mapBases,
  ...queryBases,
};

/** Tests in `tests/render` cover every element of these types. */
const drawn =
  /^(Symbol|SimpleTextSymbol|TextSymbol|MarkerSymbol|CartographicMarkerSymbol|LineSymbol|FillSymbol|Element|GraphicElement|ScaleBar|RasterRenderer|Border|Background|Shadow)$/;
/** One function reads these types for all operations, so each element needs an effect in only one operation. */
const shared =
  /^(FeatureRenderer|LayerDrawingDescription|ColorRamp|Color|Geometry|Point|Multipoint|Envelope|SpatialReference|MapArea|MapServerSourceDescription|TimeReference|TimeValue|GeoTransformation|Patch|LinePatch|AreaPatch|DataClassificationDef|FilterDef|PropertySet|GeometryResultOptions)$/;

/** Types that are refused whatever they contain. */
const refusals: readonly (readonly [type: string, operation: OperationName, request: object])[] = [
  ...['EnvelopeB', 'PointB', 'MultipointB', 'PolygonB', 'PolylineB', 'MultiPatchB'].map(
    (type) =>
      [type, 'QueryFeatureCount', makeFilter({ FilterGeometry: { type, Bytes: Uint8Array.of(1, 2) } })] as const,
  ),
  [
    'MultiPatchN',
    'QueryFeatureCount',
    makeFilter({
      FilterGeometry: {
        ...{ type: 'MultiPatchN', HasID: false, HasZ: false, HasM: false, SurfacePatchArray: [] },
        Extent: { type: 'EnvelopeN', XMin: 0, YMin: 0, XMax: 1, YMax: 1 },
      },
    }),
  ],
  ...['Triangles', 'TriangleFan', 'TriangleStrip'].map(
    (type) => [type, 'QueryFeatureCount', makeFilter({ FilterGeometry: { type, PointArray: [] } })] as const,
  ),
  [
    'XMLFilterDef',
    'QueryFeatureCount',
    makeFilter({ FilterDefs: [{ type: 'XMLFilterDef', FieldName: 'NAME', Expression: 'x' }] }),
  ],
  [
    'ImageQueryFilter',
    'QueryFeatureCount',
    makeFilter({ type: 'ImageQueryFilter', PixelSize: { type: 'PointN', X: 1, Y: 1 } }),
  ],
];

const isRefused = (element: string): boolean =>
  element === 'QueryFilter.FilterDefs' || refusals.some(([type]) => element.startsWith(`${type}.`));

function makeFilter(more: object): object {
  const QueryFilter = { ...filters.at(-1)!, ...more };
  return { MapName: 'Related', LayerID: 1, QueryFilter };
}

let context: Context;
beforeAll(async () => {
  context = await leavesContext();
});

/** Elements with an effect, by operation; and elements that the list names correctly, as `operation element`. */
const mattered = new Map<string, Set<string>>();
const used = new Set<string>();

async function measureEffect(
  operation: OperationName,
  request: object,
  before: Answer,
): Promise<'changed' | 'refused' | 'nothing'> {
  const { text, fault } = await ask(context, operation, request);
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
      const before = await ask(context, operation, request);
      if (before.fault) {
        refused.push(`${bases[operation]!.indexOf(request)}: ${before.fault.message}`);
        continue;
      }
      expect((await ask(context, operation, request)).text, 'the same request has the same answer').toBe(before.text);
      for (const { element, within, path, others, isEach } of walkLeaves(operation, request, idle)) {
        const row = idleRow(element, operation);
        const places = [...within, element];
        const isKnown = row ? used.has(`${operation} ${element}`) : places.every((name) => effective.has(name));
        if (isKnown) continue;
        const effects = [];
        for (const other of others) {
          const effect = await measureEffect(operation, changeLeaf(request, path, other), before);
          effects.push(effect);
          if (effect !== 'nothing' && !isEach) break;
        }
        const isEffective = isEach ? !effects.includes('nothing') : effects.some((effect) => effect !== 'nothing');
        if (row && effects.includes('nothing')) {
          used.add(`${operation} ${element}`);
        } else if (effects.length > 0 && isEffective) for (const name of places) effective.add(name);
        else silent.set(element, `${path.join('.')}: ${others.map((other) => JSON.stringify(other)).join(' ')}`);
      }
    }
    expect.soft(refused, 'no base is refused').toEqual([]);
    const isLeftOut = (element: string) => idle(element) || isRefused(element);
    const requested = listElements(operation, isLeftOut, (type) => drawn.test(type) || shared.test(type));
    const missing = [...requested].filter((element) => !effective.has(element));
    expect(missing.map((element) => `${element} (${silent.get(element) ?? 'not tried'})`)).toEqual([]);
  });
});

test.each(refusals)('%s is refused', async (type, operation, request) => {
  const { fault } = await ask(context, operation, request);
  expect(fault?.message).toMatch(new RegExp(`${type}|FilterDefs`));
});

test('elements that all operations read alike matter in one of them', () => {
  const everywhere = new Set([...mattered.values()].flatMap((elements) => [...elements]));
  const isLeftOut = (element: string) => idleRow(element) !== undefined || isRefused(element);
  const requested = new Set(
    [...mattered.keys()].flatMap((operation) => [
      ...listElements(operation as OperationName, isLeftOut, (type) => drawn.test(type)),
    ]),
  );
  expect(requested.size).toBeGreaterThan(300);
  const missing = [...requested].filter((element) => !everywhere.has(element));
  expect(missing).toEqual([]);
});

test('every element of the list is without effect somewhere it is named', () => {
  const names = withoutEffect.flatMap(({ elements }) => elements);
  const results = new Set([...used].map((name) => name.split(' ')[1]!));
  expect(names.filter((element) => !results.has(element))).toEqual([]);
});
