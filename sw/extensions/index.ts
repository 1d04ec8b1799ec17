import type { Extension } from '../endpoints/extension.ts';
import { ogc } from './ogc/extension.ts';
import { print } from './print/extension.ts';
import { remote } from './remote/extension.ts';
import { rest } from './rest/extension.ts';
import { vectorTiles } from './vector-tiles/extension.ts';

/** What can be taken away: an extension is its folder and its line here. Its code is loaded by the first request that needs it. */
export const extensions: readonly Extension[] = [rest, ogc, vectorTiles, remote, print];
