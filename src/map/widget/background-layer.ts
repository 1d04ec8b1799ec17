import type TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import {
  isGeographic,
  referenceFromWkid,
  type SpatialReference,
  sameReference,
} from '../../../sw/geometry/spatial-reference.ts';
import { isAbort } from '../../connection/call.ts';
import type { Background } from '../../state/background.ts';
import { drawImage } from './draw-image.ts';
import { type Frame, imageLayer } from './image-layer.ts';
import { backgroundMap } from './world-background.ts';

/** Layer below the images of the map. */
interface BackgroundLayer {
  /**
   * Draw the background for a frame, unless it has already been drawn. A background that can't be drawn is left out.
   */
  draw(background: Background, reference: SpatialReference, frame: Frame): void;
  dispose(): void;
}

const mercator = referenceFromWkid(3857);

/** Create the background, as the lowest layer of the viewer. */
export function backgroundLayer(map: OlMap): BackgroundLayer {
  const images = imageLayer();
  map.getLayers().insertAt(0, images.layer);
  let running: AbortController | undefined;
  let shown = '';
  let tiles: TileLayer | undefined;
  let tilesUrl: string | undefined;

  const showTiles = async (url: string | undefined, signal: AbortSignal) => {
    if (url === tilesUrl && (!url || tiles?.get('projection') === map.getView().getProjection())) return;
    if (tiles) map.removeLayer(tiles);
    [tiles, tilesUrl] = [undefined, url];
    if (!url) return;
    const { addressTiles } = await import('./address-tiles.ts');
    if (signal.aborted) {
      tilesUrl = undefined;
      return;
    }
    tiles = addressTiles(url, map.getView().getProjection());
    map.getLayers().insertAt(0, tiles);
  };

  return {
    draw(background, reference, frame) {
      const key = JSON.stringify([background, reference, frame]);
      if (key === shown) return;
      shown = key;
      running?.abort();
      const controller = new AbortController();
      running = controller;
      const url = background.kind === 'tiles' && sameReference(reference, mercator) ? background.url : undefined;
      void showTiles(url, controller.signal);
      const metersPerPixel = frame.resolution * (isGeographic(reference) ? 111_320 : 1);
      const source = backgroundMap(background, metersPerPixel);
      if (!source) {
        images.clear();
        return;
      }
      drawImage(source.service, source.description, reference, frame, devicePixelRatio, controller.signal).then(
        ({ image }) => !controller.signal.aborted && images.show(image),
        (error) => {
          // The map works without its background, so remove it and don't report the error.
          if (controller.signal.aborted || isAbort(error)) return;
          images.clear();
          shown = '';
        },
      );
    },
    dispose() {
      running?.abort();
      images.clear();
    },
  };
}
