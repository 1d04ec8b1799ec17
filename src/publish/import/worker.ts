import type { SourceFile } from '../../../sw/formats/reading/source-table.ts';
import { serveCalls } from '../../worker-calls.ts';
import { createPublisherHandlers } from './publisher-handlers.ts';
import * as codec from './raster/image-codec.ts';

// The page sends the files themselves, so there is nothing to load.
serveCalls(createPublisherHandlers(codec, async (file: SourceFile) => file));
