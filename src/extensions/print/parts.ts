import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first script doesn't list the scripts they need. */
export const PrintDialog = lazyPart(() => import('./print-dialog.tsx').then((loaded) => loaded.PrintDialog));
export const Paper = lazyPart(() => import('./paper.tsx').then((loaded) => loaded.Paper));
