import type { AnyValue, Value } from '../../contract/index.ts';
import type { DatumShift } from '../../geometry/datum-shift.ts';
import { readRows } from '../../rows/read-rows.ts';
import type { Table } from '../../rows/table.ts';
import { zoneOffset } from '../../rows/text/zoned-time.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { transformationBetween } from '../references.ts';
import type { FeatureQuery } from './feature-query.ts';
import { notNegative, rowShape } from './row-shape.ts';

/** Options for writing rows into a response. */
interface RecordOptions {
  readonly OutputSpatialReference?: Value<'SpatialReference'> | undefined;
  /** Datum shift to OutputSpatialReference. */
  readonly shift?: DatumShift | undefined;
  /** Generalization tolerance in stored units; 0 or absent for none. */
  readonly Resolution?: number;
  readonly GeometryResultOptions?: Value<'GeometryResultOptions'> | undefined;
  /** Time zone of dates; UTC if absent. */
  readonly OutputTimeReference?: Value<'TimeReference'> | undefined;
  /** If false, the geometry field is null. */
  readonly withShapes?: boolean;
  readonly scheduler?: Scheduler;
  readonly path: string;
}

/** Return the record options that a query filter sets. */
export function recordOptions({ filter, scheduler, path }: FeatureQuery): RecordOptions {
  return {
    OutputSpatialReference: filter.OutputSpatialReference,
    Resolution: filter.Resolution,
    OutputTimeReference: filter.type === 'TimeQueryFilter' ? filter.OutputTimeReference : undefined,
    scheduler,
    path,
  };
}

/**
 * Return rows as a record set: raw typed values in field order, geometries in the requested CRS.
 *
 * @throws {Fault} `bad-spatial-reference` for an unknown CRS, `bad-value` for an unknown time zone or a Resolution
 *   below 0, and as `rowShape`
 */
export async function recordSet(
  call: Call,
  table: Table,
  rows: Uint32Array,
  fields: readonly Value<'Field'>[],
  options: RecordOptions,
): Promise<Value<'RecordSet'>> {
  const { Resolution = 0, GeometryResultOptions, OutputTimeReference, withShapes = true, scheduler } = options;
  const stored = table.manifest.spatialReference;
  const reference = options.OutputSpatialReference ?? stored;
  const projection = await transformationBetween(call, stored, reference, options.shift);
  const readShape = rowShape({
    reference,
    projection,
    toleranceUnits: notNegative(Resolution, `${options.path}.Resolution`),
    options: GeometryResultOptions,
  });
  const records = await readRows(table, rows, fields, {
    readShape: withShapes ? readShape : undefined,
    scheduler,
  });
  showDates(records, OutputTimeReference, `${options.path}.OutputTimeReference`);
  return {
    Fields: { FieldArray: fields.map((field) => inReference(field, reference)) },
    Records: records.map((Values) => ({ Values })),
  };
}

/** Local time. Written without the Z, which would mark it as UTC. */
class ClockTime extends Date {
  override toISOString(): string {
    return super.toISOString().slice(0, -1);
  }
}

/**
 * Convert the dates of records to a time zone, in place.
 *
 * @throws {Fault} `bad-value` for an unknown zone
 */
export function showDates(records: AnyValue[][], reference: Value<'TimeReference'> | undefined, path: string): void {
  if (!reference?.TimeZoneNameID) return;
  const offset = zoneOffset(reference, path);
  for (const record of records) {
    record.forEach((value, i) => {
      if (value instanceof Date) record[i] = new ClockTime(value.getTime() + offset(value.getTime()));
    });
  }
}

/** Set the CRS of the geometry field to the CRS of the response. */
function inReference(field: Value<'Field'>, reference: Value<'SpatialReference'> | undefined): Value<'Field'> {
  if (!field.GeometryDef || !reference) return field;
  return { ...field, GeometryDef: { ...field.GeometryDef, SpatialReference: reference } };
}
