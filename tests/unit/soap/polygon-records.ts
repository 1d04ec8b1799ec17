import type { ResponseOf, Value } from '../../../sw/contract/index.ts';

/** Make a RecordSet like a QueryFeatureData response: polygons of ten vertices with five attributes. */
export function polygonRecords(count: number): ResponseOf<'QueryFeatureData'> {
  const field = (Name: string, Type: Value<'gisFieldType'>): Value<'Field'> => ({
    Name,
    Type,
    IsNullable: true,
    Length: 8,
    Precision: 0,
    Scale: 0,
    Editable: true,
  });
  const records: Value<'Record'>[] = [];
  for (let i = 0; i < count; i++) {
    const ring: Value<'Point'>[] = [];
    for (let k = 0; k <= 10; k++) {
      const angle = (2 * Math.PI * (k % 10)) / 10;
      ring.push({ type: 'PointN', X: (i % 360) - 180 + Math.cos(angle) / 3, Y: (i % 170) - 85 + Math.sin(angle) / 3 });
    }
    records.push({
      Values: [
        { type: 'int', value: i },
        `Parcel <${i}> & more`,
        Math.sin(i) * 1e5,
        new Date(Date.UTC(2020, 0, 1 + (i % 365))),
        i % 7 === 0 ? null : { type: 'short', value: i % 100 },
        {
          type: 'PolygonN',
          HasID: false,
          HasZ: false,
          HasM: false,
          RingArray: [{ type: 'Ring', PointArray: ring }],
        } as Value<'Polygon'>,
      ],
    });
  }
  return {
    Result: {
      Fields: {
        FieldArray: [
          field('OBJECTID', 'gisFieldTypeOID'),
          field('NAME', 'gisFieldTypeString'),
          field('AREA', 'gisFieldTypeDouble'),
          field('SURVEYED', 'gisFieldTypeDate'),
          field('ZONE', 'gisFieldTypeSmallInteger'),
          field('SHAPE', 'gisFieldTypeGeometry'),
        ],
      },
      Records: records,
    },
  };
}
