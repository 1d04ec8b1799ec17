import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { missingPrograms, startMapServer } from './mapserver.mjs';

const views = {
  'full extent': [-180, -90, 180, 90],
  '10x': [-8, 40, 28, 58],
  near: [6, 46, 9.6, 47.8],
};
/** Views of the counties. */
const americanViews = {
  'full extent': [-127, 22, -65, 53],
  '10x': [-88.1, 38.45, -81.9, 41.55],
  near: [-85.31, 39.845, -84.69, 40.155],
};
const layers = ['countries', 'counties', 'parcels', 'lines', 'coast', 'cities'];
const runs = 15;
const slowRuns = 5;
export const [widthPx, heightPx] = [1024, 768];

/** Images of one layer that both servers draw. */
export const mapWorkloads = layers.flatMap((service) =>
  Object.entries(service === 'counties' ? americanViews : views).map(([view, extent]) => ({ service, view, extent })),
);

/**
 * Measure complete calls compared with MapServer and ogr2ogr, in sequence in one run. Missing programs are reported and
 * skipped.
 *
 * @param {(work: object) => Promise<number>} ours milliseconds of a `Work` of tests/bench/app/rival-calls.ts
 * @param {string} folder for the files of the rivals
 * @param {Map<string, string>} files GeoJSON by name
 * @param {Buffer} heights a GeoTIFF of one band
 */
export async function rivalTimes(ours, folder, files, heights) {
  const missing = missingPrograms();
  if (missing.length > 0) console.log(`Not installed, so not measured against: ${missing.join(', ')}`);
  const rival = missing.length > 0 ? undefined : await startMapServer(folder, files, heights);
  const rows = [];
  const measure = async (name, work, against, theirs, count = runs) => {
    const row = await inTurn(name, () => ours(work), against, theirs, count);
    console.error(
      `${name}: ${[row.ms, row.againstMs ?? []]
        .flat()
        .map((ms) => ms.toFixed(1))
        .join(' and ')} ms`,
    );
    rows.push(row);
  };
  try {
    for (const { service, view, extent } of mapWorkloads) {
      const theirs = rival && (() => rival.map(service, extent, widthPx, heightPx));
      await measure(`${service}, ${view}`, { kind: 'image', service, extent }, 'MapServer', theirs);
    }
    if (rival) rows.push(meanRow(rows));
    for (const [view, extent] of Object.entries(views)) {
      const theirs = rival && (() => rival.map('heights', extent, widthPx, heightPx));
      await measure(`raster of heights, ${view}`, { kind: 'raster', extent }, 'MapServer', theirs);
    }
    const tiles = rival && (() => allTiles(rival));
    await measure('64 tiles of level 3 of the countries', { kind: 'tiles' }, 'MapServer', tiles, slowRuns);
    const written = `${folder}/parcels.fgb`;
    const convert =
      rival &&
      (async () => {
        rmSync(written, { force: true });
        execFileSync('ogr2ogr', ['-f', 'FlatGeobuf', written, `${folder}/parcels.geojson`]);
      });
    const imported = { kind: 'publish', name: 'parcels' };
    await measure('133,414 parcels published', imported, 'ogr2ogr to FlatGeobuf', convert, slowRuns);
    await measure('World at Europe, with labels', { kind: 'labels', extent: [-12, 35, 32, 62] });
    await measure('World at Germany, with labels', { kind: 'labels', extent: [5, 47, 16, 55] });
    const classes = { kind: 'classes', extent: views['full extent'] };
    await measure('600,000 points with four classes, full extent', classes, undefined, undefined, slowRuns);
    await measure('600,000 points with four classes, 10x', { ...classes, extent: views['10x'] });
    return rows;
  } finally {
    rival?.stop();
  }
}

async function inTurn(name, ours, against, theirs, count) {
  const times = [];
  const theirTimes = [];
  for (let run = -1; run < count; run++) {
    const ms = await ours();
    const startedAt = performance.now();
    await theirs?.();
    const theirMs = performance.now() - startedAt;
    if (run < 0) continue;
    times.push(ms);
    theirTimes.push(theirMs);
  }
  return { name, ms: median(times), ...(theirs ? { against, againstMs: median(theirTimes) } : {}) };
}

async function allTiles(rival) {
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) await rival.tile('countries', 3, column, row);
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Return a row with the geometric mean of the ratios. */
function meanRow(rows) {
  const mean = (key) => Math.exp(rows.reduce((sum, row) => sum + Math.log(row[key]), 0) / rows.length);
  const name = `geometric mean of these ${rows.length}`;
  return { name, ms: mean('ms'), against: 'MapServer', againstMs: mean('againstMs') };
}
