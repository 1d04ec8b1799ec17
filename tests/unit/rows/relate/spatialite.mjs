import { spawnSync } from 'node:child_process';
import { installPackages } from '../../../run/debian-packages.mjs';

/* SpatiaLite, based on GEOS, as a reference: SQLite's own program with the module loaded into it. */

const load = "SELECT load_extension('mod_spatialite');\n";

/** Install SpatiaLite if it is missing and this is possible. @returns whether it is available */
export async function ensureSpatialite() {
  if (!hasSpatialite()) await installPackages(['sqlite3', 'libsqlite3-mod-spatialite']);
  return hasSpatialite();
}

/** Check whether SpatiaLite is available. */
export function hasSpatialite() {
  return spawnSync('sqlite3', [':memory:', `${load}SELECT ST_X(MakePoint(1, 2));`]).status === 0;
}

/**
 * Run statements in an empty database.
 *
 * @returns the rows of all results as lists of text
 * @throws {Error} with the program's error message
 */
export function askSpatialite(statements) {
  const { status, stdout, stderr } = spawnSync('sqlite3', ['-bail', '-batch', '-separator', ' ', ':memory:'], {
    input: load + statements,
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`SpatiaLite: ${stderr.slice(0, 500)}`);
  // The first line is the empty result of loading the module.
  return stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(' '));
}
