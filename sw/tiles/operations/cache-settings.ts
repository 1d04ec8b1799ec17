import type { CacheMessage } from '../../contract/admin/cache-message.ts';
import { type Fault, wrongValue } from '../../contract/index.ts';
import { resolutionAt, scaleOf } from '../../geometry/scale.ts';
import { inchesPerUnitOf, referenceOfWkid } from '../../geometry/spatial-reference.ts';
import { publishedLayer } from '../../handlers/published.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type CacheSettings, fusedLayer } from '../tile-cache.ts';
import { checkScheme, geographicScheme, type TileScheme, webMercatorScheme } from '../tile-scheme.ts';

/**
 * Fill in the defaults of cache settings, and check the layers and the scheme, which the contract can't check.
 *
 * @throws {Fault} `bad-value` with the setting, `unknown-layer`, `bad-spatial-reference`
 */
export function readSettings(message: CacheMessage, map: MapDefinition): CacheSettings {
  const { kind = 'fused', format = 'PNG32', quality = 75, storage = 'compact' } = message;
  const { scheme = 'web-mercator', onDemand = false, clientCaching = true } = message;
  const layers = kind === 'fused' ? [fusedLayer] : readLayers(message.layers, map);
  return { kind, layers, scheme: readScheme(scheme), format, quality, storage, onDemand, clientCaching };
}

function readLayers(requested: readonly number[] | undefined, map: MapDefinition): readonly number[] {
  const drawn = map.layers.filter((layer) => layer.kind !== 'group').map((layer) => layer.LayerID);
  if (requested === undefined) return drawn;
  return [...new Set(requested)].map((id) => {
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
  if (!(typeof wkid === 'number' && wkid >= 1 && wkid <= 2 ** 31 - 1))
    throw wrong('scheme.wkid', '1 to 2147483647', wkid);
  const reference = referenceOfWkid(wkid);
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
      // The resolution takes precedence; a level may have only a scale.
      const size = resolution === undefined ? resolutionAt(Number(scale), dots, inches) : Number(resolution);
      return { level: Number(level ?? index), resolution: size, scale: scaleOf(size, dots, inches) };
    }),
  };
  return checkScheme(scheme);
}

const wrong = (path: string, expected: string, found: unknown): Fault =>
  wrongValue('bad-value', path, expected, `${(JSON.stringify(found) ?? 'nothing').slice(0, 80)}`);
