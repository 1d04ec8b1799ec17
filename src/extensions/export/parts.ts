import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first load does not name all the scripts that they need. */
export const ExportPicture = lazyPart(() => import('./export-image.tsx').then((loaded) => loaded.ExportPicture));
export const ExportRows = lazyPart(() => import('./export-rows.tsx').then((loaded) => loaded.ExportRows));
