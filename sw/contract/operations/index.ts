import type { OperationRows } from '../rows.ts';
import { descriptionOperations } from './description.ts';
import { legendOperations } from './legend.ts';
import { queryOperations } from './query.ts';
import { renderingOperations } from './rendering.ts';
import { searchOperations } from './search.ts';
import { tilesOperations } from './tiles.ts';

/** All operations of the map service. */
export const operations = {
  ...descriptionOperations,
  ...renderingOperations,
  ...searchOperations,
  ...queryOperations,
  ...legendOperations,
  ...tilesOperations,
} as const satisfies OperationRows;
