import { vectorTilePaths } from '../../../sw/extensions/vector-tiles/rows.ts';
import type { HttpOperation, HttpOperations } from '../../parts/extension.ts';

/** Every request for vector tiles, their description and their style. */
export const tileOperations: HttpOperations = Object.fromEntries(
  Object.entries(vectorTilePaths).map(([name, { path, doc }]): [string, HttpOperation] => [
    `ogc:tiles-${name}`,
    {
      doc,
      group: 'vector-tiles',
      path: `rest/services/{service+}/VectorTileServer/${path}`.replace(/\/$/, ''),
      effect: 'read',
      allow: 'use',
      parameters: {},
      formats: [],
      servers: [],
      method: 'GET',
    },
  ]),
);
