import { extensions } from '../../../src/extensions/index.ts';
import { registerExtensions } from '../../../src/parts/extension.ts';

/* Import this first, like the page does, because the explorer lists its operations when it is loaded. */
registerExtensions(extensions);
