import type { ComponentChildren } from 'preact';
import { IconButton } from '../../parts/button.tsx';
import { changeDock, type Dock } from '../../state/tasks.ts';
import { filterLayer, filterOfLayer } from '../state/filter-layer.ts';
import { composeText } from '../text/compose-text.ts';
import { mapText } from '../text/maps-text.ts';
import { FilterNote } from '../view/filter-note.tsx';

const texts = mapText.dock;

/** Chip that is shown while a query filters the rows. Its button removes the query. */
export function QueryChip({ requested }: { requested: Dock }) {
  if (requested.where === '' && requested.area === undefined) return null;
  return (
    <Chip
      kind="query"
      title={requested.where}
      drop={texts.dropQuery}
      onDrop={() => changeDock({ where: '', area: undefined })}
    >
      {texts.query}
    </Chip>
  );
}

/** Chip for the quick filter, which is shown while its input isn't visible. Its button removes the filter. */
export function TypedChip({ requested }: { requested: Dock }) {
  const typed = requested.typed?.trim();
  if (!typed) return null;
  return (
    <Chip kind="typed" drop={texts.dropTyped} onDrop={() => changeDock({ typed: '' })}>
      {texts.typed(typed)}
    </Chip>
  );
}

/** Chip for the filter of the layer, which also applies to the map. Its button removes the filter from both. */
export function LayerFilterChip({ tableId }: { tableId: number }) {
  const filter = filterOfLayer(tableId);
  if (!filter) return null;
  return (
    <Chip kind="layer" title={filter} drop={composeText.clearFilter} onDrop={() => void filterLayer(tableId, '')}>
      <span class="one-line">
        <FilterNote layerId={tableId} filter={filter} />
      </span>
    </Chip>
  );
}

interface ChipProps {
  kind: string;
  title?: string;
  /** Name of the button that removes it. */
  drop: string;
  onDrop: () => void;
  children: ComponentChildren;
}

function Chip({ kind, title, drop, onDrop, children }: ChipProps) {
  return (
    <span class="chip" data-kind={kind} title={title}>
      {children}
      <IconButton small icon="close" name={drop} side="top" onClick={onDrop} />
    </span>
  );
}
