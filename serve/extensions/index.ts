import type { Interface } from '../double/interface.ts';
import { ogc } from './ogc.ts';
import { rest } from './rest.ts';
import { vectorTiles } from './vector-tiles.ts';

/**
 * The interfaces that the test double supports besides SOAP and portal. To remove an extension, delete its entry here
 * too.
 */
export const interfaces: readonly Interface[] = [rest, ogc, vectorTiles];
