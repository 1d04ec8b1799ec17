import type { Extension } from '../endpoints/extension.ts';
import { ogc } from './ogc/extension.ts';
import { print } from './print/extension.ts';
import { remote } from './remote/extension.ts';
import { rest } from './rest/extension.ts';
import { vectorTiles } from './vector-tiles/extension.ts';

/**
 * Optional parts of the server. To remove one, delete its folder and its entry here. The first request that needs it
 * loads its code.
 */
export const extensions: readonly Extension[] = [rest, ogc, vectorTiles, remote, print];
