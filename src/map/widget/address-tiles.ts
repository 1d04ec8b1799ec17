import TileLayer from 'ol/layer/Tile.js';
import type Projection from 'ol/proj/Projection.js';
import ImageTileSource from 'ol/source/ImageTile.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';

const half = 20_037_508.342789244;
const levels = 23;

/**
 * Create a layer of Web Mercator tiles from a URL template with {z}, {x} and {y}. Tiles are requested only while
 * online.
 */
export function addressTiles(url: string, projection: Projection): TileLayer {
  const tileGrid = new TileGrid({
    extent: [-half, -half, half, half],
    origin: [-half, half],
    resolutions: Array.from({ length: levels }, (_, level) => (2 * half) / 256 / 2 ** level),
    tileSize: 256,
  });
  const source = new ImageTileSource({
    tileGrid,
    projection,
    wrapX: false,
    async loader(z, x, y, { signal }) {
      if (!navigator.onLine) throw new Error('offline');
      const image = new Image();
      image.referrerPolicy = 'strict-origin-when-cross-origin';
      image.src = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      await image.decode();
      signal.throwIfAborted();
      return image;
    },
  });
  const layer = new TileLayer({ source });
  layer.set('projection', projection);
  return layer;
}
