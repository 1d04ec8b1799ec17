import { type Dock, dock } from '../../state/tasks.ts';
import { mapText } from '../../text/map-text.ts';
import { IconButton } from '../button.tsx';

const words = mapText.dock;

/** Says that a query leaves only some rows, and takes it away. */
export function QueryChip({ wanted }: { wanted: Dock }) {
  if (wanted.where === '' && wanted.place === undefined) return null;
  return (
    <span class="chip" data-kind="query" title={wanted.where}>
      {words.query}
      <IconButton
        small
        icon="close"
        name={words.dropQuery}
        side="top"
        onClick={() => {
          dock.value = { ...wanted, where: '', place: undefined };
        }}
      />
    </span>
  );
}

/** Says that words leave only some rows, where the field with the words is not there, and takes them away. */
export function TypedChip({ wanted }: { wanted: Dock }) {
  if (!wanted.typed?.trim()) return null;
  return (
    <span class="chip" data-kind="typed">
      {words.typed(wanted.typed.trim())}
      <IconButton
        small
        icon="close"
        name={words.dropTyped}
        side="top"
        onClick={() => {
          dock.value = { ...wanted, typed: '' };
        }}
      />
    </span>
  );
}
