import { lazyPart } from '../../parts/lazy-part.tsx';

/** Loaded before the parts themselves, so that the first script doesn't list the scripts they need. */
export const RemoteSection = lazyPart(() => import('./remote-section.tsx').then((loaded) => loaded.RemoteSection));
export const SourcesSection = lazyPart(() => import('./sources-section.tsx').then((loaded) => loaded.SourcesSection));
export const SparseNote = lazyPart(() => import('./sparse-note.tsx').then((loaded) => loaded.SparseNote));
