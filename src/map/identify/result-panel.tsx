import './identify.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { listAdded } from '../../parts/extension.ts';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { selected } from '../../state/requested.ts';
import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { openDock } from '../../state/tasks.ts';
import { goToView, screen, view } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { formatPixel } from '../../text/raster-values.ts';
import { text } from '../../text/text.ts';
import { isRaster } from '../layer-actions.ts';
import { goToShapes } from '../state/go-to-shape.ts';
import {
  closeResults,
  currentResult,
  type Found,
  type IdentifyResult,
  type Reading,
  reading,
  resultIndex,
  selectResults,
  showResult,
} from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';
import { rasterText } from '../text/raster-text.ts';
import { coordinates } from '../view/map-foot.tsx';

/** Distance between the place and the edge of the card, and height of the tools above the map. */
const airPx = 40;
const toolsPx = 110;

/**
 * Move the map so that the card doesn't cover the clicked location. The location moves to the left of the card, or
 * above it if the card is about as wide as the map. Rotated maps don't move.
 */
function uncover([x, y]: readonly [number, number], card: HTMLElement): void {
  const [shown, size, stage] = [view.peek(), screen.peek(), card.offsetParent?.getBoundingClientRect()];
  if (!shown || !size || !stage || shown.rotationDeg !== 0) return;
  const [xmin, , , ymax] = shown.extent;
  const pixel = { x: (x - xmin) / size.resolution, y: (ymax - y) / size.resolution };
  const box = card.getBoundingClientRect();
  const [boxLeft, top] = [box.left - stage.left, box.top - stage.top];
  if (pixel.x < boxLeft - airPx || pixel.y < top - airPx) return;
  const isSheet = box.width > stage.width * 0.7;
  const target = isSheet
    ? { x: pixel.x, y: Math.max(airPx, (toolsPx + top) / 2) }
    : { x: boxLeft - 2 * airPx, y: pixel.y };
  const byX = (pixel.x - target.x) * size.resolution;
  const byY = (target.y - pixel.y) * size.resolution;
  const [x0, y0, x1, y1] = shown.extent;
  goToView({ ...shown, extent: [x0 + byX, y0 + byY, x1 + byX, y1 + byY] });
}

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
  const index = resultIndex.value ?? 0;
  const step = (by: number) => {
    showResult((index + by + count) % count);
  };
  return (
    <footer>
      <Button kind="quiet" small onClick={() => showResult(undefined)}>
        {mapText.results.all}
      </Button>
      <span>{text.results.position(index + 1, count)}</span>
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

/** The tab selected last, which is also shown for the next feature. */
let lastTab: Tab = 'attributes';

function TextWithLink({ text: label }: { text: string }) {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(label)) return label;
  return (
    <a href={label} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  );
}

/** Format a result from a raster layer for display: localized values, the class and the coordinates of the pixel. */
function asPixel(result: IdentifyResult): IdentifyResult {
  const { layer, attributes, shape } = result;
  if (!isRaster(mapInfo.peek()?.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.LayerID))) return result;
  const names: Readonly<Record<string, string>> = { 'Pixel Value': rasterText.pixelValue, Class: rasterText.className };
  const attributeTexts = attributes.map(({ name, text }) => ({
    name: names[name] ?? name,
    text: text && name !== 'Class' ? formatPixel(text, rasterText.nothing) : text,
  }));
  const position = shape?.type === 'PointN' && shape.SpatialReference && ([shape.X, shape.Y] as const);
  return {
    ...result,
    title: formatPixel(result.title, rasterText.nothing),
    attributes: position
      ? [...attributeTexts, { name: rasterText.coordinates, text: coordinates(position, shape.SpatialReference!) }]
      : attributeTexts,
  };
}

/** List of all results, grouped by layer. */
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
                <button type="button" onClick={() => showResult(index)}>
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
        ...[...byLayer].flatMap(([{ LayerID: tableId, Name }, layerResults]) => [
          {
            label: mapText.results.tableOf(Name),
            icon: 'table' as const,
            onSelect: () => openDock(tableId, withinArea(area)),
          },
          ...listAdded('rowActions').map(({ getLabel, icon, run }) => ({
            label: getLabel(Name),
            icon,
            onSelect: () =>
              run(
                tableId,
                layerResults.flatMap(({ id }) => id ?? []),
              ),
          })),
        ]),
      ]}
    />
  );
}

function groupByLayer<T extends Pick<IdentifyResult, 'layer'>>(all: readonly T[]): Map<IdentifyResult['layer'], T[]> {
  const groups = new Map<IdentifyResult['layer'], T[]>();
  for (const result of all) {
    const group = groups.get(result.layer);
    if (group) group.push(result);
    else groups.set(result.layer, [result]);
  }
  return groups;
}

/** Tells the user that there are more features than the service returns, with buttons that open them all as tables. */
function Limited({ area, totals }: Pick<Found, 'area' | 'totals'>) {
  return (
    <div class="hit-more">
      <p>{mapText.results.limited}</p>
      {totals?.map(({ layer, count }) => (
        <Button key={layer.LayerID} small icon="table" onClick={() => openDock(layer.LayerID, withinArea(area))}>
          {mapText.results.allRows(layer.Name, formatCount(count))}
        </Button>
      ))}
    </div>
  );
}

const withinArea = (shape: Found['area']) => ({
  area: shape && { shape, relation: 'gisSpatialRelIntersects' as const },
});
