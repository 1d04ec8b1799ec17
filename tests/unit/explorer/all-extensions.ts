import { extensions } from '../../../src/extensions/index.ts';
import { registerExtensions } from '../../../src/parts/extension.ts';

/* As the page starts: imported first, since the explorer makes its list of operations when it is loaded. */
registerExtensions(extensions);
