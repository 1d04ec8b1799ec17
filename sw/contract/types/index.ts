import type { TypeRows } from '../rows.ts';
import { cacheTypes } from './cache.ts';
import { colorTypes } from './color.ts';
import { elementTypes } from './element.ts';
import { fieldTypes } from './field.ts';
import { geometryTypes } from './geometry.ts';
import { imageTypes } from './image.ts';
import { legendTypes } from './legend.ts';
import { mapTypes } from './map.ts';
import { queryTypes } from './query.ts';
import { rasterTypes } from './raster.ts';
import { rendererTypes } from './renderer.ts';
import { searchTypes } from './search.ts';
import { sourceTypes } from './source.ts';
import { symbolTypes } from './symbol.ts';
import { timeTypes, valuesTypes } from './values.ts';

/** All types of the contract. */
export const types = {
  ...valuesTypes,
  ...geometryTypes,
  ...timeTypes,
  ...colorTypes,
  ...symbolTypes,
  ...rendererTypes,
  ...rasterTypes,
  ...elementTypes,
  ...legendTypes,
  ...imageTypes,
  ...mapTypes,
  ...sourceTypes,
  ...fieldTypes,
  ...queryTypes,
  ...searchTypes,
  ...cacheTypes,
} as const satisfies TypeRows;
