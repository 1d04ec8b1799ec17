import type { Value } from '../../sw/contract/index.ts';
import type { GeometryBatch } from '../../sw/rows/batch.ts';
import type { LayerDefinition } from '../../sw/service/definition.ts';

export const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };
export const field = (Name: string, Type: Value<'gisFieldType'>, AliasName: string): Value<'Field'> => ({
  Name,
  Type,
  IsNullable: true,
  Length: Type === 'gisFieldTypeString' ? 255 : 8,
  Precision: 0,
  Scale: 0,
  AliasName,
});

export function points(point: readonly (readonly [number, number])[]): GeometryBatch {
  const offsets = Int32Array.from({ length: point.length + 1 }, (_, index) => index);
  const xy = Float64Array.from(point.flat());
  return { kind: 'point', firstRow: 0, rowCount: point.length, xy, partOffsets: offsets, featureOffsets: offsets };
}

export function square(x: number, y: number, side: number, isClockwise: boolean): number[] {
  const corners = [
    [x, y],
    [x, y + side],
    [x + side, y + side],
    [x + side, y],
    [x, y],
  ];
  return (isClockwise ? corners : corners.reverse()).flat();
}

export function polygons(features: readonly (readonly number[][])[]): GeometryBatch {
  const xy: number[] = [];
  const partOffsets = [0];
  const featureOffsets = [0];
  for (const rings of features) {
    for (const ring of rings) {
      xy.push(...ring);
      partOffsets.push(xy.length / 2);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    kind: 'polygon',
    firstRow: 0,
    rowCount: features.length,
    xy: Float64Array.from(xy),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
  };
}

export const layer = (LayerID: number, Name: string, rest: Partial<LayerDefinition>): LayerDefinition => ({
  LayerID,
  Name,
  Description: '',
  CopyrightText: '',
  kind: 'feature',
  ParentLayerID: -1,
  Visible: true,
  ShowLabels: false,
  MinScale: 0,
  MaxScale: 0,
  DefinitionExpression: '',
  ...rest,
});
