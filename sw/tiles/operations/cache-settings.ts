import type { CacheMessage } from '../../contract/admin/cache-message.ts';
import { badValue } from '../../contract/index.ts';
import { resolutionAt, scaleDenominator } from '../../geometry/scale.ts';
import { getInchesPerUnit, referenceFromWkid } from '../../geometry/spatial-reference.ts';
import { getPublishedLayer } from '../../handlers/published.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type CacheSettings, fusedLayer } from '../tile-cache.ts';
import { checkScheme, geographicScheme, type TileScheme, webMercatorScheme } from '../tile-scheme.ts';

/**
 * Fill in the defaults of cache settings, and check the layers and the scheme, which the contract can't check.
 *
 * @throws {Fault} `bad-value` with the invalid setting, `unknown-layer` for a layer that the map lacks,
 *   `bad-spatial-reference` for an unknown CRS of the scheme
 */
export function readSettings(message: CacheMessage, map: MapDefinition): CacheSettings {
  const { kind = 'fused', format = 'PNG32', quality = 75, storage = 'compact' } = message;
  const { scheme = 'web-mercator', onDemand = false, clientCaching = true } = message;
  const layers = kind === 'fused' ? [fusedLayer] : readLayers(message.layers, map);
  return { kind, layers, scheme: readScheme(scheme), format, quality, storage, onDemand, clientCaching };
}

function readLayers(requested: readonly number[] | undefined, map: MapDefinition): readonly number[] {
  const layerIds = map.layers.filter((layer) => layer.kind !== 'group').map((layer) => layer.LayerID);
  if (requested === undefined) return layerIds;
  return [...new Set(requested)].map((id) => {
    if (getPublishedLayer(map, id).kind === 'group') throw badValue('layers', `one of ${layerIds.join(', ')}`, id);
    return id;
  });
}

function readScheme(input: unknown): TileScheme {
  if (input === 'web-mercator') return webMercatorScheme();
  if (input === 'geographic') return geographicScheme();
  if (typeof input !== 'object' || input === null)
    throw badValue('scheme', 'web-mercator, geographic or an object', input);
  const { wkid, origin, tileCols, tileRows, dpi, levels } = input as Record<string, unknown>;
  if (!(typeof wkid === 'number' && wkid >= 1 && wkid <= 2 ** 31 - 1))
    throw badValue('scheme.wkid', 'a number from 1 to 2147483647', wkid);
  const reference = referenceFromWkid(wkid);
  if (!Array.isArray(origin) || origin.length !== 2) throw badValue('scheme.origin', 'two coordinates', origin);
  if (!Array.isArray(levels)) throw badValue('scheme.levels', 'a list of levels', levels);
  const dots = Number(dpi ?? 96);
  const inches = getInchesPerUnit(reference);
  const scheme: TileScheme = {
    reference,
    origin: [Number(origin[0]), Number(origin[1])],
    tileCols: Number(tileCols ?? 256),
    tileRows: Number(tileRows ?? tileCols ?? 256),
    dpi: dots,
    levels: levels.map((item: unknown, index) => {
      const { level, resolution, scale } = (typeof item === 'object' && item !== null ? item : {}) as Record<
        string,
        unknown
      >;
      // The resolution takes precedence; a level may have only a scale.
      const size = resolution === undefined ? resolutionAt(Number(scale), dots, inches) : Number(resolution);
      return { level: Number(level ?? index), resolution: size, scale: scaleDenominator(size, dots, inches) };
    }),
  };
  return checkScheme(scheme);
}
