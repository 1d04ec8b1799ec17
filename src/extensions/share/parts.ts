import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first load does not name all the scripts that they need. */
export const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((loaded) => loaded.ShareDialog));
