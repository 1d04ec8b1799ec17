import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first script doesn't list the scripts they need. */
export const ExportImage = lazyPart(() => import('./export-image.tsx').then((loaded) => loaded.ExportImage));
export const ExportRows = lazyPart(() => import('./export-rows.tsx').then((loaded) => loaded.ExportRows));
