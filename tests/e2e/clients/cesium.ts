import type * as Cesium from '@cesium/engine';
import CesiumMathModule from '@cesium/engine/Source/Core/Math.js';
import ProviderModule from '@cesium/engine/Source/Scene/ArcGisMapServerImageryProvider.js';
import { newElement } from './page.ts';

// The modules themselves: to bundle all that the package names takes longer than all tests of it.
const ArcGisMapServerImageryProvider: typeof Cesium.ArcGisMapServerImageryProvider = ProviderModule;
const CesiumMath: typeof Cesium.Math = CesiumMathModule;

/** Draw all tiles of a level side by side, as Cesium lays them on its globe. */
export async function drawTiles(url: string, level: number, options: object = {}) {
  const provider = await ArcGisMapServerImageryProvider.fromUrl(url, options);
  const { tilingScheme, tileWidth, tileHeight } = provider;
  const [columns, rows] = [tilingScheme.getNumberOfXTilesAtLevel(level), tilingScheme.getNumberOfYTilesAtLevel(level)];
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [columns * tileWidth, rows * tileHeight];
  const pen = canvas.getContext('2d')!;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const image = (await provider.requestImage(column, row, level)) as ImageBitmap;
      // Its images are upside down, as textures are.
      pen.save();
      pen.translate(column * tileWidth, (row + 1) * tileHeight);
      pen.scale(1, -1);
      pen.drawImage(image, 0, 0);
      pen.restore();
    }
  newElement(canvas.width, canvas.height).append(canvas);
  const { west, south, east, north } = provider.rectangle;
  return {
    isTiled: provider.usingPrecachedTiles,
    size: [canvas.width, canvas.height] as const,
    rectangle: [west, south, east, north].map(CesiumMath.toDegrees),
    credit: provider.credit?.html,
  };
}

/** What is at a location, as a click on the globe asks. */
export async function pick(url: string, level: number, longitude: number, latitude: number) {
  const provider = await ArcGisMapServerImageryProvider.fromUrl(url, { usePreCachedTilesIfAvailable: false });
  const [x, y] = [CesiumMath.toRadians(longitude), CesiumMath.toRadians(latitude)];
  const tile = provider.tilingScheme.positionToTileXY({ longitude: x, latitude: y, height: 0 } as never, level);
  const found = (await provider.pickFeatures(tile.x, tile.y, level, x, y)) ?? [];
  return found.map(({ name, data, position }) => ({
    name,
    values: data.attributes as Record<string, string>,
    at: position && [CesiumMath.toDegrees(position.longitude), CesiumMath.toDegrees(position.latitude)],
  }));
}
