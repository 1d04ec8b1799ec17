import { tileFault } from '../../sw/extensions/vector-tiles/fault.ts';
import { vectorTilePaths } from '../../sw/extensions/vector-tiles/rows.ts';
import { type Interface, readPath } from '../double/interface.ts';

/** Vector tiles and their style. */
export const vectorTiles: Interface = {
  names: Object.keys(vectorTilePaths),
  protocols: { 'vector-tiles': 'tiles' },
  read: (_, below, parameters) => readPath(vectorTilePaths, below, parameters),
  fault: (_, fault) => tileFault(fault),
};
