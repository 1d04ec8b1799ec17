import type BaseLayer from 'ol/layer/Base.js';
import type OlMap from 'ol/Map.js';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';
import { extentOfFrame, type Frame } from './image-layer.ts';
import type { CachedTiles } from './tile-layer.ts';

/** Tile layer of the viewer for the most recently requested cache. */
interface CacheNote {
  /**
   * Show the tiles of a frame.
   *
   * @param background CSS color of the area without tiles
   * @returns true if all tiles are shown, false if one is missing or the signal was aborted
   */
  show(
    service: string,
    cache: CacheState,
    frame: Frame,
    background: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Hide the tiles after the image that replaces them has faded in. */
  hide(): void;
}

const fadeMs = 160;

/** Create the tile layer. Its code is loaded with the first tiles. */
export function cacheNote(map: OlMap, below: BaseLayer): CacheNote {
  let key: string | undefined;
  let tiles: CachedTiles | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let onMissing = () => {};

  const provide = async (service: string, cache: CacheState, signal: AbortSignal): Promise<CachedTiles | undefined> => {
    const requested = JSON.stringify([service, cache.map, cache.version, cache.revision, cache.settings]);
    if (key === requested) return tiles;
    const { tileLayer } = await import('./tile-layer.ts');
    if (signal.aborted) return undefined;
    if (tiles) map.removeLayer(tiles.layer);
    tiles = tileLayer(service, cache, map.getView().getProjection(), () => onMissing());
    key = requested;
    // Directly above the images, below all markers.
    const layers = map.getLayers();
    layers.insertAt(layers.getArray().indexOf(below) + 1, tiles.layer);
    return tiles;
  };

  return {
    async show(service, cache, frame, background, signal) {
      const shown = await provide(service, cache, signal);
      const extent = extentOfFrame(frame);
      if (!shown || shown.lacks(extent, frame.resolution)) return false;
      clearTimeout(hiding);
      return new Promise((resolve) => {
        const end = (isComplete: boolean) => {
          map.un('rendercomplete', complete);
          signal.removeEventListener('abort', stop);
          onMissing = () => {};
          if (isComplete) shown.layer.setBackground(background);
          resolve(isComplete);
        };
        const complete = () => end(!shown.lacks(extent, frame.resolution));
        const stop = () => end(false);
        onMissing = () => shown.lacks(extent, frame.resolution) && end(false);
        map.on('rendercomplete', complete);
        signal.addEventListener('abort', stop);
        shown.layer.setVisible(true);
        map.render();
      });
    },
    hide() {
      clearTimeout(hiding);
      const shown = tiles;
      hiding = setTimeout(() => {
        shown?.layer.setVisible(false);
        shown?.layer.setBackground(undefined);
      }, fadeMs);
    },
  };
}
