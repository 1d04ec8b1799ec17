import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { rowAt } from '../../unit/formats/by-range/giant.ts';
import { map, mapDrawn } from './driver.ts';
import { dragOnMap, positionAt } from './map-tools-driver.ts';

/** Move the map by most of its width, and wait until the service has answered. */
export async function panFar(page: Page, service: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes(`/services/${service}/`) && !!response.request().postData()?.includes('ExportMapImage'),
  );
  await dragOnMap(page, [0.95, 0.5], [0.05, 0.5]);
  await answered;
}

/** Move the map by most of its width, and wait until it is drawn. */
export async function panDrawn(page: Page, service: string): Promise<void> {
  await panFar(page, service);
  await mapDrawn(page, service);
}

/** The point of a `giantFile` nearest to the center of the map, with its position on the page. */
interface GridPoint {
  readonly row: number;
  readonly column: number;
  readonly line: number;
  readonly x: number;
  readonly y: number;
  readonly pitchPx: number;
}

export async function middlePoint(page: Page): Promise<GridPoint> {
  const box = (await map(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [lon, lat] = await positionAt(page, [x, y]);
  const [further] = await positionAt(page, [x + 300, y]);
  const pitchPx = 3 / (further - lon);
  const [column, line] = [Math.round(100 * lon), Math.round(100 * lat)];
  const position = { x: x + pitchPx * (column - 100 * lon), y: y - pitchPx * (line - 100 * lat) };
  return { row: rowAt(column, line), column, line, ...position, pitchPx };
}

/**
 * Return whether points are drawn at their positions east of the center, where nothing covers the map, and nothing
 * between them.
 */
export async function drawsPoints(page: Page): Promise<boolean> {
  const { x, y, pitchPx } = await middlePoint(page);
  const { data, width } = PNG.sync.read(await page.screenshot());
  const color = (columns: number, lines: number) =>
    data.readUInt32BE(4 * (Math.round(y + lines * pitchPx) * width + Math.round(x + columns * pitchPx)));
  const background = color(0.5, 0.5);
  const steps = [0, 1, 2];
  return steps.every((columns) => color(columns, 0) !== background && color(columns + 0.5, 0) === background);
}
