import type { SqlValue } from 'sql.js';
import { type Diagnostic, diagnostic, readFault } from '../reading/diagnostic.ts';
import type { Shape } from '../reading/shapes/shape.ts';
import { readWkb } from '../reading/shapes/wkb.ts';

/** Bytes of the envelope by its kind. */
const envelopeBytes = [0, 32, 48, 48, 64] as const;

/**
 * Read a geometry of a GeoPackage (OGC 12-128r18, 2.1.3).
 *
 * @returns undefined when its head says that it is empty
 * @throws {Fault} `bad-geometry` when it is damaged
 */
export function geoPackageShape(
  value: SqlValue,
  location: () => Diagnostic,
  options: Parameters<typeof readWkb>[1],
): Shape | undefined {
  if (value === null) return undefined;
  const isBinary = value instanceof Uint8Array && value.length >= 8 && value[0] === 0x47 && value[1] === 0x50;
  if (!isBinary) {
    const found = value instanceof Uint8Array ? [...value.subarray(0, 4)].map(hex).join(' ') : `"${value}"`;
    throw readFault('bad-geometry', 'geoPackageGeometry', location(), found.slice(0, 40) || diagnostic('nothing'));
  }
  const flags = value[3]!;
  if (flags & 0x20) throw readFault('bad-geometry', 'geoPackageGeometry', location(), 'ExtendedGeoPackageBinary');
  if (flags & 0x10) return undefined;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined) throw readFault('bad-geometry', 'envelopeExpected', location(), (flags >> 1) & 7);
  return readWkb(value, { ...options, start: 8 + envelope });
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
