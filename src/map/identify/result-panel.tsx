import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { selected } from '../../state/requested.ts';
import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import {
  closeResults,
  currentResult,
  type IdentifyResult,
  type Reading,
  reading,
  resultIndex,
  selectResults,
} from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';
import { asPixel } from './raster-result.ts';
import { Limited, List, ListMenu } from './result-list.tsx';
import { uncover } from './uncover.ts';

const Extras = lazyPart(() => import('./result-extras.tsx').then((loaded) => loaded.ResultExtras));

export function ResultPanel() {
  const now = reading.value;
  const card = useRef<HTMLElement>(null);
  const at = now.state === 'found' && now.results.length > 0 ? now.at : undefined;
  useLayoutEffect(() => {
    if (at && card.current) uncover(at, card.current);
  }, [at]);
  if (now.state === 'closed') return null;
  const result = currentResult.value && asPixel(currentResult.value);
  const results = now.state === 'found' ? now.results.map(asPixel) : [];
  return (
    <section
      ref={card}
      class="map-floating hit-card"
      aria-label={text.results.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeResults();
      }}
    >
      <header>
        <h2 aria-live="polite">{headline(result, now)}</h2>
        <span class="hit-actions">
          {result?.shape && (
            <IconButton small icon="zoom-to" name={mapText.results.zoomTo} onClick={() => goToShapes([result.shape])} />
          )}
          {!result && results.length > 0 && selected.value.size === 0 && (
            <Button small kind="quiet" onClick={() => selectResults(results)}>
              {mapText.results.selectAll}
            </Button>
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
      {now.state === 'found' && now.isLimited && !result && <Limited area={now.area} totals={now.totals} />}
      {result && results.length > 1 && <Pager count={results.length} />}
    </section>
  );
}

function headline(result: IdentifyResult | undefined, now: Reading): string {
  if (result) return result.title;
  if (now.state !== 'found' || now.results.length === 0) return text.results.title;
  const [shown, total] = [now.results.length, now.totals?.reduce((sum, { count }) => sum + count, 0)];
  return total
    ? mapText.results.some(formatCount(shown), formatCount(total))
    : mapText.results.many(formatCount(shown));
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
