import { type Value, wrongValue } from '../../contract/index.ts';
import type { Surface } from '../../draw/surface/surface.ts';
import { minMax } from '../../geometry/min-max.ts';
import { referenceFromWkid, sameReference } from '../../geometry/spatial-reference.ts';
import { type MapView, mapToScreen, screenToMap } from '../../geometry/view.ts';
import type { Call } from '../call.ts';

const halfM = 20_037_508.342789244;
const [tilePx, deepestLevel] = [256, 22];
/**
 * Maximum number of tiles. A printed sheet needs a few dozen; more would put too much load on someone else's server.
 */
const maximumTiles = 120;
const mercator = referenceFromWkid(3857);

/**
 * Draw the tiles of a URL template with {z}, {x} and {y} under a map in Web Mercator. Draw nothing in other
 * projections.
 *
 * A tile that is missing is left out, as on the screen.
 *
 * @throws {Fault} `bad-value` when none of the tiles could be read
 */
export async function drawAddressTiles(
  surface: Surface,
  { context, signal }: Call,
  url: string,
  view: MapView,
  reference: Value<'SpatialReference'>,
): Promise<void> {
  const { decodeImage } = context;
  if (!decodeImage || !sameReference(reference, mercator)) return;
  const { level, tiles } = coveringTiles(view);
  const size = (2 * halfM) / 2 ** level;
  const sidePx = size / view.resolution;
  const read = await Promise.allSettled(
    tiles.map(async ([x, y]) => {
      const address = url.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));
      const response = await context.fetch(address, {
        ...{ signal, credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' },
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return { x, y, image: await decodeImage(await response.blob()) };
    }),
  );
  signal.throwIfAborted();
  const loadedTiles = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (loadedTiles.length === 0 && read[0]?.status === 'rejected')
    throw wrongValue(
      'bad-value',
      'layout.tiles.url',
      'tiles that pages of other origins can read',
      (read[0].reason as Error).message,
    );
  for (const { x, y, image } of loadedTiles) {
    const [xPx, yPx] = mapToScreen(view, [(x + 0.5) * size - halfM, halfM - (y + 0.5) * size]);
    // Without the overlap, a white seam would show between tiles.
    const side = sidePx + 0.5;
    const box = { xPx: xPx! - side / 2, yPx: yPx! - side / 2, widthPx: side, heightPx: side };
    const { rgba, widthPx, heightPx } = image;
    surface.drawImage({ rgba, columns: widthPx, lines: heightPx }, box, view.rotationDeg);
  }
}

/**
 * Return the tiles that cover a view.
 *
 * Their level has the view's pixel size at up to 128 dots per inch, or is coarser if there would be too many tiles.
 */
function coveringTiles(view: MapView): { level: number; tiles: [x: number, y: number][] } {
  const { widthPx, heightPx, resolution, dpi } = view;
  const idealLevel = Math.round(Math.log2((2 * halfM) / tilePx / (resolution * Math.max(1, dpi / 128))));
  const corners = screenToMap(view, [0, 0, widthPx, 0, widthPx, heightPx, 0, heightPx]);
  const [xs, ys] = [0, 1].map((axis) => minMax(corners.filter((_, index) => index % 2 === axis)));
  for (let level = Math.max(0, Math.min(deepestLevel, idealLevel)); ; level--) {
    const count = 2 ** level;
    const index = (share: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    const [left, right] = xs!.map((x) => index((x + halfM) / (2 * halfM)));
    const [top, bottom] = ys!.toReversed().map((y) => index((halfM - y) / (2 * halfM)));
    const total = (right! - left! + 1) * (bottom! - top! + 1);
    if (total > maximumTiles && level > 0) continue;
    const tiles = Array.from({ length: total }, (_, tileIndex): [number, number] => {
      const columns = right! - left! + 1;
      return [left! + (tileIndex % columns), top! + Math.floor(tileIndex / columns)];
    });
    return { level, tiles };
  }
}
