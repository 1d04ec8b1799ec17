import { h } from 'preact';
import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { inBoth } from '../../text/text.ts';

const RemoteSection = lazyPart(() => import('./parts.ts').then((loaded) => loaded.RemoteSection));
const SourcesSection = lazyPart<{ service: string }>(() =>
  import('./parts.ts').then((loaded) => loaded.SourcesSection),
);
const SparseNote = lazyPart(() => import('./parts.ts').then((loaded) => loaded.SparseNote));

/** Adds layers that read files on other servers. */
export const remote: Extension = {
  name: 'remote',
  publishSections: [RemoteSection],
  addressActions: [
    {
      label: inBoth('Leave it there', 'Dort lassen'),
      icon: 'link',
      fits: ({ pathname }) => /\.(fgb|parquet|geoparquet|parq|pmtiles|tiff?)$/i.test(pathname),
      run: (address) => void import('./chosen-address.ts').then(({ chooseAddress }) => chooseAddress(address)),
    },
  ],
  manageSections: [
    {
      title: inBoth('Remote data', 'Entfernte Daten'),
      fits: (manifests) => manifests.some(({ remote }) => remote),
      Section: SourcesSection,
    },
  ],
  mapNotes: [() => h(SparseNote, {})],
};
