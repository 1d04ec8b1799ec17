import { Fault } from '../../contract/index.ts';
import { resolutionAt, scaleOf } from '../../geometry/scale.ts';
import { inchesPerUnitOf, referenceOfWkid } from '../../geometry/spatial-reference.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type CacheSettings, fusedLayer, tileFormats } from '../../tiles/tile-cache.ts';
import { checkScheme, geographicScheme, type TileScheme, webMercatorScheme } from '../../tiles/tile-scheme.ts';
import { publishedLayer } from '../published.ts';

/** Settings as received; the comments name the defaults. */
export interface SettingsInput {
  /** fused */
  readonly kind?: unknown;
  /** Of a cache by layers: all layers with features. */
  readonly layers?: unknown;
  /** web-mercator; also geographic, or a custom scheme: wkid, origin, tileCols, tileRows, dpi, levels. */
  readonly scheme?: unknown;
  /** PNG32 */
  readonly format?: unknown;
  /** 75 */
  readonly quality?: unknown;
  /** compact */
  readonly storage?: unknown;
  /** false */
  readonly onDemand?: unknown;
  /** true */
  readonly clientCaching?: unknown;
}

/**
 * Read the settings of a cache.
 *
 * @throws {Fault} `bad-value` naming the setting, `unknown-layer`, `bad-spatial-reference`
 */
export function readSettings(input: SettingsInput, map: MapDefinition): CacheSettings {
  const kind = oneOf(input.kind ?? 'fused', ['fused', 'layers'] as const, 'kind');
  return {
    kind,
    layers: kind === 'fused' ? [fusedLayer] : readLayers(input.layers, map),
    scheme: readScheme(input.scheme ?? 'web-mercator'),
    format: oneOf(input.format ?? 'PNG32', tileFormats, 'format'),
    quality: numberIn(input.quality ?? 75, 1, 100, 'quality'),
    storage: oneOf(input.storage ?? 'compact', ['exploded', 'compact'] as const, 'storage'),
    onDemand: trueOrFalse(input.onDemand ?? false, 'onDemand'),
    clientCaching: trueOrFalse(input.clientCaching ?? true, 'clientCaching'),
  };
}

function readLayers(input: unknown, map: MapDefinition): number[] {
  const drawn = map.layers.filter((layer) => layer.kind !== 'group').map((layer) => layer.LayerID);
  if (input === undefined) return drawn;
  const ids = Array.isArray(input) ? [...new Set(input)] : [];
  if (ids.length === 0) throw wrong('layers', 'a list of layer ids', input);
  return ids.map((id) => {
    if (!Number.isInteger(id)) throw wrong('layers', 'layer ids', id);
    if (publishedLayer(map, id).kind === 'group') throw wrong('layers', `one of ${drawn.join(', ')}`, id);
    return id;
  });
}

function readScheme(input: unknown): TileScheme {
  if (input === 'web-mercator') return webMercatorScheme();
  if (input === 'geographic') return geographicScheme();
  if (typeof input !== 'object' || input === null)
    throw wrong('scheme', 'web-mercator, geographic or an object', input);
  const { wkid, origin, tileCols, tileRows, dpi, levels } = input as Record<string, unknown>;
  const reference = referenceOfWkid(numberIn(wkid, 1, 2 ** 31 - 1, 'scheme.wkid'));
  if (!Array.isArray(origin) || origin.length !== 2) throw wrong('scheme.origin', 'two coordinates', origin);
  if (!Array.isArray(levels)) throw wrong('scheme.levels', 'a list of levels', levels);
  const dots = Number(dpi ?? 96);
  const inches = inchesPerUnitOf(reference);
  const scheme: TileScheme = {
    reference,
    origin: [Number(origin[0]), Number(origin[1])],
    tileCols: Number(tileCols ?? 256),
    tileRows: Number(tileRows ?? tileCols ?? 256),
    dpi: dots,
    levels: levels.map((one: unknown, index) => {
      const { level, resolution, scale } = (typeof one === 'object' && one !== null ? one : {}) as Record<
        string,
        unknown
      >;
      // The resolution takes precedence; a level may have a scale alone.
      const size = resolution === undefined ? resolutionAt(Number(scale), dots, inches) : Number(resolution);
      return { level: Number(level ?? index), resolution: size, scale: scaleOf(size, dots, inches) };
    }),
  };
  return checkScheme(scheme);
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], path: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw wrong(path, `one of ${allowed.join(', ')}`, value);
  return found;
}

function numberIn(value: unknown, min: number, max: number, path: string): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw wrong(path, `${min} to ${max}`, value);
}

function trueOrFalse(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong(path, 'true or false', value);
}

const wrong = (path: string, expected: string, found: unknown): Fault =>
  new Fault('bad-value', `${path}: ${expected} expected, ${(JSON.stringify(found) ?? 'nothing').slice(0, 80)} found.`);
