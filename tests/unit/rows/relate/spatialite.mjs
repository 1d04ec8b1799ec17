import { spawnSync } from 'node:child_process';
import { installPackages } from '../../../run/debian-packages.mjs';

/*
 * SpatiaLite, with the GEOS behind it, as judge: SQLite's own program with a module that is loaded into it.
 */

const load = "SELECT load_extension('mod_spatialite');\n";

/** Make sure that SpatiaLite is there: where it is missing it is installed if that is possible. @returns whether it is */
export async function ensureSpatialite() {
  if (!hasSpatialite()) await installPackages(['sqlite3', 'libsqlite3-mod-spatialite']);
  return hasSpatialite();
}

/** Tell whether SpatiaLite can be asked. */
export function hasSpatialite() {
  return spawnSync('sqlite3', [':memory:', `${load}SELECT ST_X(MakePoint(1, 2));`]).status === 0;
}

/**
 * Run statements in an empty database.
 *
 * @returns the rows of all answers as lists of texts
 * @throws {Error} with what the program complains of
 */
export function askSpatialite(statements) {
  const { status, stdout, stderr } = spawnSync('sqlite3', ['-bail', '-batch', '-separator', ' ', ':memory:'], {
    input: load + statements,
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`SpatiaLite: ${stderr.slice(0, 500)}`);
  // The first line is what the loading answers: nothing.
  return stdout
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(' '));
}
