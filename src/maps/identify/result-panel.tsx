import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { goToShapes } from '../../state/go-to-shape.ts';
import { closeHits, currentHit, type Hit, hitIndex, reading, selectHits } from '../../state/identify-results.ts';
import { clearSelection, selected } from '../../state/requested.ts';
import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { dock, exporting } from '../../state/tasks.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { mapText } from '../text/maps-text.ts';

const Extras = lazyPart(() => import('./result-extras.tsx').then((loaded) => loaded.HitExtras));

/** What was found on the map: a list of many, or one with all that belongs to it. */
export function HitPanel() {
  const now = reading.value;
  if (now.state === 'closed') return null;
  const hit = currentHit.value;
  const hits = now.state === 'found' ? now.hits : [];
  return (
    <section
      class="map-floating hit-card"
      aria-label={text.hits.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeHits();
      }}
    >
      <header>
        <h2 aria-live="polite">{headline(hit, hits)}</h2>
        <span class="hit-actions">
          {hit?.shape && (
            <IconButton small icon="zoom-to" name={mapText.hits.zoomTo} onClick={() => goToShapes([hit.shape])} />
          )}
          {!hit && hits.length > 0 && <ListMenu hits={hits} />}
          <IconButton small icon="close" name={text.close} onClick={closeHits} />
        </span>
        {hit && (
          <small>
            <Icon name="layers" size={14} />
            {hit.layer.Name}
          </small>
        )}
      </header>
      {now.state === 'reading' && (
        <p>
          <ProgressBar name={text.hits.reading} />
        </p>
      )}
      {now.state === 'failed' && <ErrorState title={text.hits.failed} message={now.message} />}
      {now.state === 'found' && hits.length === 0 && <p>{text.hits.none}</p>}
      {hit ? <One key={`${hit.layer.LayerID} ${hit.id}`} hit={hit} /> : <List hits={hits} />}
      {now.state === 'found' && now.isLimited && !hit && <p>{mapText.hits.limited}</p>}
      {hit && hits.length > 1 && <Pager count={hits.length} />}
    </section>
  );
}

function headline(hit: Hit | undefined, hits: readonly Hit[]): string {
  if (hit) return hit.title;
  return hits.length > 0 ? mapText.hits.many(formatCount(hits.length)) : text.hits.title;
}

function Pager({ count }: { count: number }) {
  const at = hitIndex.value ?? 0;
  const step = (by: number) => {
    hitIndex.value = (at + by + count) % count;
  };
  return (
    <footer>
      <Button
        kind="quiet"
        small
        onClick={() => {
          hitIndex.value = undefined;
        }}
      >
        {mapText.hits.all}
      </Button>
      <span>{text.hits.position(at + 1, count)}</span>
      <IconButton small icon="chevron-left" name={text.hits.previous} side="top" onClick={() => step(-1)} />
      <IconButton small icon="chevron-right" name={text.hits.next} side="top" onClick={() => step(1)} />
    </footer>
  );
}

/** The list, by layer. */
function List({ hits }: { hits: readonly Hit[] }) {
  const byLayer = groupByLayer(hits.map((hit, index) => ({ hit, index, layer: hit.layer })));
  if (hits.length === 0) return null;
  return (
    <div class="hit-list">
      {[...byLayer].map(([layer, entries]) => (
        <section key={layer.LayerID}>
          <h3>
            {layer.Name} <small>{formatCount(entries.length)}</small>
          </h3>
          <ul>
            {entries.map(({ hit, index }) => (
              <li key={`${hit.id} ${index}`}>
                <button
                  type="button"
                  onClick={() => {
                    hitIndex.value = index;
                  }}
                >
                  {hit.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ListMenu({ hits }: { hits: readonly Hit[] }) {
  const now = reading.value;
  const area = now.state === 'found' ? now.area : undefined;
  const byLayer = groupByLayer(hits);
  return (
    <Menu
      small
      icon="more"
      name={mapText.hits.all}
      items={[
        { label: mapText.hits.zoomToAll, icon: 'zoom-to', onSelect: () => goToShapes(hits.map(({ shape }) => shape)) },
        selected.value.size > 0
          ? { label: mapText.hits.clearSelection, icon: 'close', onSelect: clearSelection }
          : { label: mapText.hits.selectAll, icon: 'check', onSelect: () => selectHits(hits) },
        ...[...byLayer].flatMap(([{ LayerID: tableId, Name }, found]) => [
          {
            label: mapText.hits.tableOf(Name),
            icon: 'table' as const,
            onSelect: () => {
              const place = area && { shape: area, relation: 'gisSpatialRelIntersects' as const };
              dock.value = { tab: 'table', tableId, where: '', place };
            },
          },
          {
            label: mapText.hits.exportAll(Name),
            icon: 'download' as const,
            onSelect: () => {
              exporting.value = { kind: 'rows', tableId, ids: found.flatMap(({ id }) => id ?? []) };
            },
          },
        ]),
      ]}
    />
  );
}

function groupByLayer<T extends Pick<Hit, 'layer'>>(all: readonly T[]): Map<Hit['layer'], T[]> {
  const groups = new Map<Hit['layer'], T[]>();
  for (const one of all) {
    const group = groups.get(one.layer);
    if (group) group.push(one);
    else groups.set(one.layer, [one]);
  }
  return groups;
}

type Tab = keyof typeof mapText.hits.tabs;

function One({ hit }: { hit: Hit }) {
  const subject = tableSubject(mapInfo.value, hit.layer.LayerID);
  const { attributes, popup, related, attachments } = mapText.hits.tabs;
  const tabs: Partial<Record<Tab, string>> = { attributes };
  if (hit.id !== undefined && subject) {
    if (subject.popup !== 'gisServerHTMLPopupTypeNone') tabs.popup = popup;
    if (subject.relates.length > 0) tabs.related = related;
    if (subject.hasAttachments) tabs.attachments = attachments;
  }
  const hasTabs = Object.keys(tabs).length > 1;
  const [wanted, setTab] = useState<Tab>(lastTab);
  const tab = wanted in tabs ? wanted : 'attributes';
  useEffect(() => {
    lastTab = wanted;
  }, [wanted]);
  return (
    <>
      {hasTabs && <Tabs panel="hit-content" tabs={tabs} value={tab} onChange={setTab} />}
      <div class="hit-body" {...(hasTabs && tabPanel('hit-content', tab))}>
        {tab === 'attributes' || !subject || hit.id === undefined ? (
          <dl>
            {hit.attributes.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class={words === null ? 'null' : ''}>
                  {words === null ? text.hits.null : <Words words={words} />}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <Extras key={tab} tab={tab} hit={hit} id={hit.id} subject={subject} />
        )}
      </div>
    </>
  );
}

/** The tab a person chose stays with the next feature. */
let lastTab: Tab = 'attributes';

/** A value that is an address leads there. */
function Words({ words }: { words: string }) {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(words)) return words;
  return (
    <a href={words} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}
