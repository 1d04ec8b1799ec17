import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openRecord } from '../../state/background.ts';
import type { LayerInfo } from '../../state/services.ts';
import { showToast } from '../../state/toasts.ts';
import { changeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** New position of the moved layer. After rendering, its handle gets the focus back. */
const moved = signal<number | undefined>(undefined);

/** Handle that moves a layer of a composed map by dragging or with the arrow keys. */
export function LayerHandle({ layer: { LayerID, Name } }: { layer: LayerInfo }) {
  const button = useRef<HTMLButtonElement>(null);
  const count = openRecord.value?.layers.length ?? 0;
  useEffect(() => {
    if (moved.value !== LayerID) return;
    button.current?.focus();
    moved.value = undefined;
  }, [moved.value, LayerID]);
  const move = async (to: number) => {
    if (to < 0 || to >= count || to === LayerID) return;
    await changeMap(({ layers }) => {
      const rest = layers.filter((_, index) => index !== LayerID);
      return { layers: rest.toSpliced(to, 0, layers[LayerID]!) };
    });
    moved.value = to;
    showToast({ message: composeText.moved(Name, to + 1) });
  };
  const drag = (event: PointerEvent & { currentTarget: HTMLButtonElement }) => {
    if (event.button !== 0) return;
    const list = event.currentTarget.closest('ul');
    const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
    const ownRow = rows[LayerID];
    if (!ownRow) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const handle = event.currentTarget;
    let to = LayerID;
    const follow = ({ clientY }: PointerEvent) => {
      const middles = rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
      to = middles.filter((middle, index) => index !== LayerID && middle < clientY).length;
      ownRow.dataset.dragged = '';
      for (const [index, row] of rows.entries()) {
        const isTarget = index === to && index !== LayerID;
        if (isTarget) row.dataset.drop = to < LayerID ? 'above' : 'below';
        else delete row.dataset.drop;
      }
    };
    const end = (isDone: boolean) => {
      handle.removeEventListener('pointermove', follow);
      delete ownRow.dataset.dragged;
      for (const row of rows) delete row.dataset.drop;
      if (isDone) void move(to);
    };
    handle.addEventListener('pointermove', follow);
    handle.addEventListener('pointerup', () => end(true), { once: true });
    handle.addEventListener('pointercancel', () => end(false), { once: true });
  };
  return (
    <button
      ref={button}
      type="button"
      class="layer-handle"
      aria-label={composeText.move(Name, LayerID + 1, count)}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        void move(LayerID + step);
      }}
    >
      <svg width="10" height="16" viewBox="0 0 10 16" aria-hidden="true" focusable="false">
        <path
          d="M3 3h.1M7 3h.1M3 8h.1M7 8h.1M3 13h.1M7 13h.1"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
        />
      </svg>
    </button>
  );
}
