import type { Interface } from '../double/interface.ts';
import { ogc } from './ogc.ts';
import { rest } from './rest.ts';
import { vectorTiles } from './vector-tiles.ts';

/** The interfaces that the double knows besides SOAP and portal; an extension that is taken away loses its line here. */
export const interfaces: readonly Interface[] = [rest, ogc, vectorTiles];
