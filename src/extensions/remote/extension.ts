import { h } from 'preact';
import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { inBoth } from '../../text/text.ts';
import { chooseAddress } from './chosen-address.ts';

const ElsewhereSection = lazyPart(() => import('./remote-section.tsx').then((loaded) => loaded.ElsewhereSection));
const SourcesSection = lazyPart<{ service: string }>(() =>
  import('./sources-section.tsx').then((loaded) => loaded.SourcesSection),
);
const SparseNote = lazyPart(() => import('./sparse-note.tsx').then((loaded) => loaded.SparseNote));

/** Layers of files on other servers. */
export const remote: Extension = {
  name: 'remote',
  publishSections: [ElsewhereSection],
  addressActions: [
    {
      label: inBoth('Leave it there', 'Dort lassen'),
      icon: 'link',
      fits: ({ pathname }) => /\.(fgb|parquet|geoparquet|parq|pmtiles|tiff?)$/i.test(pathname),
      run: chooseAddress,
    },
  ],
  manageSections: [
    {
      title: inBoth('Data elsewhere', 'Daten an ihrem Ort'),
      fits: (manifests) => manifests.some(({ remote }) => remote),
      Section: SourcesSection,
    },
  ],
  mapNotes: [() => h(SparseNote, {})],
};
