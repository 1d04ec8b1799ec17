import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { goToShapes } from '../../state/go-to-shape.ts';
import {
  closeResults,
  currentResult,
  type IdentifyResult,
  reading,
  resultIndex,
  selectResults,
} from '../../state/identify-results.ts';
import { clearSelection, selected } from '../../state/requested.ts';
import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { dock, exporting } from '../../state/tasks.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { mapText } from '../text/maps-text.ts';

const Extras = lazyPart(() => import('./result-extras.tsx').then((loaded) => loaded.ResultExtras));

export function ResultPanel() {
  const now = reading.value;
  if (now.state === 'closed') return null;
  const result = currentResult.value;
  const results = now.state === 'found' ? now.results : [];
  return (
    <section
      class="map-floating hit-card"
      aria-label={text.results.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeResults();
      }}
    >
      <header>
        <h2 aria-live="polite">{headline(result, results)}</h2>
        <span class="hit-actions">
          {result?.shape && (
            <IconButton small icon="zoom-to" name={mapText.results.zoomTo} onClick={() => goToShapes([result.shape])} />
          )}
          {!result && results.length > 0 && <ListMenu results={results} />}
          <IconButton small icon="close" name={text.close} onClick={closeResults} />
        </span>
        {result && (
          <small>
            <Icon name="layers" size={14} />
            {result.layer.Name}
          </small>
        )}
      </header>
      {now.state === 'reading' && (
        <p>
          <ProgressBar name={text.results.reading} />
        </p>
      )}
      {now.state === 'failed' && <ErrorState title={text.results.failed} message={now.message} />}
      {now.state === 'found' && results.length === 0 && <p>{text.results.none}</p>}
      {result ? <One key={`${result.layer.LayerID} ${result.id}`} result={result} /> : <List results={results} />}
      {now.state === 'found' && now.isLimited && !result && <p>{mapText.results.limited}</p>}
      {result && results.length > 1 && <Pager count={results.length} />}
    </section>
  );
}

function headline(result: IdentifyResult | undefined, results: readonly IdentifyResult[]): string {
  if (result) return result.title;
  return results.length > 0 ? mapText.results.many(formatCount(results.length)) : text.results.title;
}

function Pager({ count }: { count: number }) {
  const at = resultIndex.value ?? 0;
  const step = (by: number) => {
    resultIndex.value = (at + by + count) % count;
  };
  return (
    <footer>
      <Button
        kind="quiet"
        small
        onClick={() => {
          resultIndex.value = undefined;
        }}
      >
        {mapText.results.all}
      </Button>
      <span>{text.results.position(at + 1, count)}</span>
      <IconButton small icon="chevron-left" name={text.results.previous} side="top" onClick={() => step(-1)} />
      <IconButton small icon="chevron-right" name={text.results.next} side="top" onClick={() => step(1)} />
    </footer>
  );
}

function List({ results }: { results: readonly IdentifyResult[] }) {
  const byLayer = groupByLayer(results.map((result, index) => ({ result, index, layer: result.layer })));
  if (results.length === 0) return null;
  return (
    <div class="hit-list">
      {[...byLayer].map(([layer, entries]) => (
        <section key={layer.LayerID}>
          <h3>
            {layer.Name} <small>{formatCount(entries.length)}</small>
          </h3>
          <ul>
            {entries.map(({ result, index }) => (
              <li key={`${result.id} ${index}`}>
                <button
                  type="button"
                  onClick={() => {
                    resultIndex.value = index;
                  }}
                >
                  {result.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ListMenu({ results }: { results: readonly IdentifyResult[] }) {
  const now = reading.value;
  const area = now.state === 'found' ? now.area : undefined;
  const byLayer = groupByLayer(results);
  return (
    <Menu
      small
      icon="more"
      name={mapText.results.all}
      items={[
        {
          label: mapText.results.zoomToAll,
          icon: 'zoom-to',
          onSelect: () => goToShapes(results.map(({ shape }) => shape)),
        },
        selected.value.size > 0
          ? { label: mapText.results.clearSelection, icon: 'close', onSelect: clearSelection }
          : { label: mapText.results.selectAll, icon: 'check', onSelect: () => selectResults(results) },
        ...[...byLayer].flatMap(([{ LayerID: tableId, Name }, found]) => [
          {
            label: mapText.results.tableOf(Name),
            icon: 'table' as const,
            onSelect: () => {
              const spatial = area && { shape: area, relation: 'gisSpatialRelIntersects' as const };
              dock.value = { tab: 'table', tableId, where: '', area: spatial };
            },
          },
          {
            label: mapText.results.exportAll(Name),
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

function groupByLayer<T extends Pick<IdentifyResult, 'layer'>>(all: readonly T[]): Map<IdentifyResult['layer'], T[]> {
  const groups = new Map<IdentifyResult['layer'], T[]>();
  for (const one of all) {
    const group = groups.get(one.layer);
    if (group) group.push(one);
    else groups.set(one.layer, [one]);
  }
  return groups;
}

type Tab = keyof typeof mapText.results.tabs;

function One({ result }: { result: IdentifyResult }) {
  const subject = tableSubject(mapInfo.value, result.layer.LayerID);
  const { attributes, popup, related, attachments } = mapText.results.tabs;
  const tabs: Partial<Record<Tab, string>> = { attributes };
  if (result.id !== undefined && subject) {
    if (subject.popup !== 'gisServerHTMLPopupTypeNone') tabs.popup = popup;
    if (subject.relates.length > 0) tabs.related = related;
    if (subject.hasAttachments) tabs.attachments = attachments;
  }
  const hasTabs = Object.keys(tabs).length > 1;
  const [requested, setTab] = useState<Tab>(lastTab);
  const tab = requested in tabs ? requested : 'attributes';
  useEffect(() => {
    lastTab = requested;
  }, [requested]);
  return (
    <>
      {hasTabs && <Tabs panel="hit-content" tabs={tabs} value={tab} onChange={setTab} />}
      <div class="hit-body" {...(hasTabs && tabPanel('hit-content', tab))}>
        {tab === 'attributes' || !subject || result.id === undefined ? (
          <dl>
            {result.attributes.map(({ name, text: label }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class={label === null ? 'null' : ''}>
                  {label === null ? text.results.null : <TextWithLink text={label} />}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <Extras key={tab} tab={tab} result={result} id={result.id} subject={subject} />
        )}
      </div>
    </>
  );
}

/** The chosen tab stays for the next feature. */
let lastTab: Tab = 'attributes';

function TextWithLink({ text: label }: { text: string }) {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(label)) return label;
  return (
    <a href={label} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  );
}
