import './table.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { tableSubject, tableSubjects } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { joinConditions } from '../../state/sql.ts';
import { changeDock, closeDock, dock, measureDock, openDock } from '../../state/tasks.ts';
import { mapText } from '../text/maps-text.ts';
import { AttributeTable } from './attribute-table.tsx';
import { LayerFilterChip, QueryChip, TypedChip } from './dock-chips.tsx';
import { rowsLeft } from './quick-filter.ts';
import { Statistics } from './statistics.tsx';

const texts = mapText.dock;
const minPx = 160;
const stepPx = 40;
/** Minimum height of the map that stays visible. */
const minMapPx = 160;
const storageKey = 'soapstone-dock-height';

export function Dock() {
  const requested = dock.value;
  const host = useRef<HTMLElement>(null);
  const [heightPx, setHeightPx] = useState(readStoredHeight);
  useEffect(() => (host.current ? measureDock(host.current) : undefined), []);
  const subject = requested && tableSubject(mapInfo.value, requested.tableId);
  if (!requested || !subject) return null;

  const resize = (next: number) => {
    const most = (host.current?.parentElement?.offsetHeight ?? 800) - minMapPx;
    const height = Math.round(Math.max(minPx, Math.min(next, most)));
    setHeightPx(height);
    try {
      localStorage.setItem(storageKey, String(height));
    } catch {}
  };
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const handle = event.currentTarget;
    const [fromY, fromHeight] = [event.clientY, host.current?.offsetHeight ?? heightPx];
    handle.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => resize(fromHeight + fromY - moved.clientY);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const others = tableSubjects(mapInfo.value);
  return (
    <section class="dock" ref={host} style={{ height: `${heightPx}px` }} aria-label={texts.label(subject.name)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        class="dock-handle"
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={texts.resize}
        aria-valuenow={heightPx}
        aria-valuemin={minPx}
        onPointerDown={drag}
        onKeyDown={(event) => {
          const step = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key];
          if (!step) return;
          event.preventDefault();
          resize(heightPx + step);
        }}
      />
      <header>
        <Select
          class="dock-source"
          aria-label={texts.source}
          value={requested.tableId}
          choices={others.map(({ id, name }) => [id, name])}
          onChange={(tableId) => openDock(tableId, { tab: requested.tab })}
        />
        <Tabs
          kind="segments"
          panel="dock-content"
          tabs={{ table: texts.table, statistics: texts.statistics }}
          value={requested.tab}
          onChange={(tab) => changeDock({ tab })}
        />
        {requested.tab === 'statistics' && (
          <>
            <TypedChip requested={requested} />
            <QueryChip requested={requested} />
            <LayerFilterChip tableId={requested.tableId} />
          </>
        )}
        <span class="spacer" />
        <IconButton small icon="close" name={texts.close} onClick={closeDock} />
      </header>
      <div {...tabPanel('dock-content', requested.tab)}>
        {requested.tab === 'table' ? (
          <AttributeTable key={subject.id} subject={subject} requested={requested} />
        ) : (
          <Statistics
            key={subject.id}
            subject={subject}
            requested={rowsLeft(subject, requested)}
            onPick={(where) => changeDock({ tab: 'table', where: joinConditions(requested.where, where) })}
          />
        )}
      </div>
    </section>
  );
}

function readStoredHeight(): number {
  let reservedPx = 0;
  try {
    reservedPx = Number(localStorage.getItem(storageKey));
  } catch {
    // Storage isn't available, so use the default height.
  }
  return reservedPx >= minPx
    ? Math.min(reservedPx, innerHeight - 300)
    : Math.max(minPx, Math.round(innerHeight * 0.34));
}
