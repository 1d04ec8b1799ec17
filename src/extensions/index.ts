import type { Extension } from '../parts/extension.ts';
import { apps } from './apps/extension.ts';
import { exporting } from './export/extension.ts';
import { ogc } from './ogc/extension.ts';
import { print } from './print/extension.ts';
import { remote } from './remote/extension.ts';
import { rest } from './rest/extension.ts';
import { share } from './share/extension.ts';
import { vectorTiles } from './vector-tiles/extension.ts';

/** The extensions of the page, in menu order. To remove an extension, delete its folder and its two lines here. */
export const extensions: readonly Extension[] = [print, share, exporting, remote, apps, rest, ogc, vectorTiles];
