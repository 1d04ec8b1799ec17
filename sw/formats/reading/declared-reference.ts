import type { Value } from '../../contract/index.ts';
import type { SourceTable } from './source-table.ts';
import { fromName, isLikelyGeographic, wgs84 } from './spatial-reference.ts';

/** Set a table's CRS to the declared one, or to WGS 84 if none is declared and the coordinates fit. */
export function withDeclaredReference(
  table: Omit<SourceTable, 'spatialReference'>,
  root: Record<string, unknown>,
): SourceTable {
  if (!table.geometry) return table;
  const declaredReference = readDeclaredReference(root);
  if (declaredReference) return { ...table, spatialReference: declaredReference };
  // RFC 7946 requires longitude and latitude. For other coordinates, the user must choose the CRS.
  return isLikelyGeographic(table.geometry) && root.crs === undefined
    ? { ...table, spatialReference: wgs84, isReferenceByFormat: true }
    : table;
}

function readDeclaredReference(root: Record<string, unknown>): Value<'SpatialReference'> | undefined {
  const crs = Object(root.crs) as { properties?: { name?: unknown; code?: unknown } };
  const name = crs.properties?.name ?? crs.properties?.code;
  return name === undefined ? undefined : fromName(String(name));
}
