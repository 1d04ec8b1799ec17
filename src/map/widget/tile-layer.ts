import TileLayer from 'ol/layer/Tile.js';
import type Projection from 'ol/proj/Projection.js';
import ImageTileSource from 'ol/source/ImageTile.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import { inPath } from '../../../sw/contract/in-path.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { checkImage } from '../../../sw/service/checks/check-image.ts';
import { containsTile, tileRange } from '../../../sw/tiles/tile-scheme.ts';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';
import { base, send } from '../../connection/call.ts';
import { levelsIn } from './tile-choice.ts';

/** Tiles of a cache as a layer of the viewer. */
export interface CachedTiles {
  readonly layer: TileLayer;
  /** Check whether a tile of this view is known to be missing. */
  lacks(extent: Extent, resolution: number): boolean;
}

const fadeMs = 160;

/**
 * Create a layer of the tiles of a cache. Each tile is one GET request.
 *
 * @param projection local projection of the view; coordinates are just numbers here
 * @param onMissing called when a requested tile couldn't be read
 */
export function tileLayer(
  service: string,
  cache: CacheState,
  projection: Projection,
  onMissing: () => void,
): CachedTiles {
  const { scheme } = cache.settings;
  const levels = levelsIn(cache);
  const ranges = levels.map((level) => tileRange(scheme, level, cache.extent));
  const storedRanges = levels.map(({ level }) => cache.uses.find((use) => use.level === level)?.range);
  const isKnownMissing = (z: number, row: number, col: number): boolean =>
    !cache.settings.onDemand && !(storedRanges[z] && containsTile(storedRanges[z], row, col));
  const grid = new TileGrid({
    extent: [...cache.extent],
    origin: [...scheme.origin],
    resolutions: levels.map(({ resolution }) => resolution),
    tileSize: [scheme.tileCols, scheme.tileRows],
  });
  const missing = new Set<string>();
  const nothing = document.createElement('canvas');
  const path = `${base}services/${inPath(service)}/MapServer/tile`;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;

  const source = new ImageTileSource({
    tileGrid: grid,
    projection,
    wrapX: false,
    transition: isCalm ? 0 : fadeMs,
    async loader(z, col, row, { signal }) {
      // There are no tiles beyond the map.
      if (!containsTile(ranges[z]!, row, col)) return nothing;
      const url = `${path}/${levels[z]!.level}/${row}/${col}?map=${encodeURIComponent(cache.map)}`;
      try {
        if (isKnownMissing(z, row, col)) throw new Error(url);
        const response = await send('tile', url, { signal });
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        const image = await response.blob();
        await checkImage(image);
        return await createImageBitmap(image);
      } catch (error) {
        if (!signal.aborted) {
          missing.add(`${z}/${col}/${row}`);
          onMissing();
        }
        throw error;
      }
    },
  });

  return {
    layer: new TileLayer({ source, visible: false }),
    lacks(extent, resolution) {
      let isFound = false;
      grid.forEachTileCoord([...extent], grid.getZForResolution(resolution), (tileCoordinate) => {
        const [z, col, row] = tileCoordinate as [number, number, number];
        if (!containsTile(ranges[z]!, row, col)) return;
        isFound ||= missing.has(`${z}/${col}/${row}`) || isKnownMissing(z, row, col);
      });
      return isFound;
    },
  };
}
