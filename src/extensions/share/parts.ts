import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first script doesn't list the scripts they need. */
export const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((loaded) => loaded.ShareDialog));
