import type { TypeName } from '../../../../../sw/contract/index.ts';
import {
  isInFamily,
  listNamed,
  listTypeFamily,
  listTypeFields,
  structNamed,
  valuesOfEnum,
} from '../../../../../sw/extensions/rest/json/contract-types.ts';
import { forms, rows } from '../../../../../sw/extensions/rest/json/convert.ts';
import { readReductionJson, reductionText } from '../../../../../sw/service/feature-reduction.ts';
import { sizesText } from '../../../../../sw/service/size-by-value.ts';
import { box, point, rgb } from '../../../../contract/leaves/parts.ts';
import { wgs84 } from '../../../../contract/sample-parts.ts';

const color = (n: number) => {
  const { UseWindowsDithering: _, ...rest } = rgb(n % 256, (7 * n) % 256, 200);
  return rest;
};
const fill = (n: number) => ({ type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color: color(n) });

/** Types that need special values. */
const made: Readonly<Record<string, (n: number) => unknown>> = {
  Color: color,
  HsvColor: (n) => ({ type: 'HsvColor', AlphaValue: 255, Hue: (60 * n) % 360, Saturation: 100, Value: 100 }),
  SpatialReference: (n) => [wgs84, { type: 'ProjectedCoordinateSystem', WKID: 102100, LatestWKID: 3857 }][n % 2],
  Geometry: (n) => [point(1, 2, wgs84), box(1, 2, 3, 4, wgs84)][n % 2],
  Point: (n) => point(n, 2),
  GeoTransformation: () => ({ WKID: 1133 }),
  TimeValue: (n) => ({ type: 'TimeInstant', Time: new Date(1e12 + n).toISOString() }),
  LabelPlacementDescription: (n) =>
    [
      { type: 'PointLabelPlacementDescription', Type: 'gisServerPointLabelPlacementAboveRight' },
      { type: 'LineLabelPlacementDescription', Type: 'gisServerLinePlacementAboveAlong' },
      { type: 'PolygonLabelPlacementDescription', Type: 'gisServerPolygonPlacementAlwaysHorizontal' },
    ][n % 3],
};

const bins = {
  ...{ type: 'binning', binType: 'square', fields: [{ name: 'value', statisticType: 'sum', onStatisticField: 'POP' }] },
  renderer: { type: 'classBreaks', classBreakInfos: [{ classMaxValue: 7, symbol: { color: [1, 2, 3] } }] },
};

/** Fields whose value depends on other fields, or that can be read in one form only. */
const parameters: Readonly<Record<string, (n: number) => unknown>> = {
  'SimpleMarkerSymbol.Outline': () => true,
  'SimpleTextSymbol.MaskStyle': () => 'gisMSHalo',
  'SimpleTextSymbol.MaskSymbol': fill,
  'SimpleTextSymbol.Color': color,
  'PictureMarkerSymbol.PictureUri': () => undefined,
  'PictureFillSymbol.PictureUri': () => undefined,
  'LabelClassDescription.LabelExpression': () => '[NAME] & " and & [x] " & vbNewLine & [CODE]',
  'LabelClassDescription.LabelExpressionType': () => 'gisLabelExpressionSimple',
  'Field.Type': (n) => ['gisFieldTypeString', 'gisFieldTypeInteger', 'gisFieldTypeDate'][n % 3],
  'Field.Length': (n) => (n % 3 === 0 ? 40 : 0),
  'Field.DefaultValue': typeValue,
  'Field.Domain': (n) => ({ ...(makeSampleValue('Domain', n) as object), ...makeDomain(n) }),
  'Domain.FieldType': () => 'gisFieldTypeString',
  'MultiPartColorRamp.NumColorRamps': () => 1,
  'MultiPartColorRamp.ColorRamps': (n) => [makeSampleValue('AlgorithmicColorRamp', n)],
  'ColorRamp.Name': () => undefined,
  'FeatureLayerDrawingDescription.LabelingDescription': (n) => ({
    LabelClassDescriptions: makeSampleValue('ArrayOfLabelClassDescription', n),
  }),
  'FeatureLayerDrawingDescription.ScaleSymbols': () => true,
  'FeatureLayerDrawingDescription.VisualVariables': (n) =>
    sizesText({ field: 'POP', minValue: n, maxValue: n + 10, minSizePt: 2, maxSizePt: 20 }),
  'FeatureLayerDrawingDescription.FeatureReduction': (n) =>
    reductionText(readReductionJson([{ type: 'cluster', clusterRadius: 20 + n }, bins][n % 2], 'it')),
  'LayerDescription.ScaleSymbols': () => true,
  'JoinTableSourceDescription.LeftSourceDescription': (n) => makeSampleValue('MapTableSourceDescription', n),
  'JoinTableSourceDescription.RightSourceDescription': (n) => makeSampleValue('TableDataSourceDescription', n),
};

/** Return a value of a field type: text, an integer and a date take turns. */
function typeValue(n: number): unknown {
  return ['text', { type: 'int', value: n }, new Date(1e12 + n)][n % 3];
}
function makeDomain(n: number): object {
  const FieldType = ['gisFieldTypeString', 'gisFieldTypeInteger', 'gisFieldTypeDate'][n % 3];
  const isRange = (makeSampleValue('Domain', n) as { type: string }).type === 'RangeDomain';
  if (isRange) return { FieldType, MinValue: typeValue(n), MaxValue: typeValue(n + 3) };
  return { FieldType, CodedValues: [{ Name: 'One', Code: typeValue(n) }] };
}

/**
 * Make the n-th value of a type with all of its fields, except those without a JSON member. The values of an
 * enumeration and the members of a family alternate.
 */
export function makeSampleValue(ref: string, n: number): unknown {
  const values = valuesOfEnum(ref);
  if (values) return values[n % values.length];
  const list = listNamed(ref);
  if (list) return [makeSampleValue(list.list, n), makeSampleValue(list.list, n + 1)];
  const make = made[ref];
  if (make) return make(n);
  if (structNamed(ref)) return makeStruct(ref, n);
  return (
    {
      string: `text ${n}`,
      boolean: n % 2 === 0,
      double: n + 0.5,
      base64Binary: Uint8Array.of(0x89, 0x50, n),
      dateTime: new Date(1e12 + n).toISOString(),
      anyType: `value ${n}`,
      unsignedByte: n,
    }[ref] ?? n
  );
}

function makeStruct(ref: string, n: number): unknown {
  const members = listRefMembers(ref);
  const type = members[n % members.length]!;
  const row = rows[type as TypeName]!;
  const value: Record<string, unknown> = isInFamily(type) ? { type } : {};
  const named = fieldsNamed(type);
  let next = n;
  for (const [field, { ref: of }] of listTypeFields(type)) {
    if (row.lost?.includes(field)) continue;
    const sampleMember = readParameters(type, field);
    const made = sampleMember ? sampleMember(n) : named.has(field) ? makeSampleValue(of, next++) : row.absent?.[field];
    if (made !== undefined) value[field] = made;
  }
  return value;
}

function readParameters(type: string, field: string) {
  for (const name of [type, ...Object.keys(rows)])
    if (parameters[`${name}.${field}`] && listTypeFamily(name).includes(type)) return parameters[`${name}.${field}`];
  return undefined;
}

/** List the concrete types of a family that can be read again. */
export const listRefMembers = (ref: string): string[] =>
  listTypeFamily(ref).filter(
    (type) => rows[type as TypeName] && !rows[type as TypeName]!.isOnlyWritten && !forms[type],
  );

/** The fields that have JSON members. */
export function fieldsNamed(type: string): Set<string> {
  const { members } = rows[type as TypeName]!;
  return new Set(Object.values(members).flatMap((source) => (typeof source === 'string' ? [source] : source.fields)));
}
