import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { isComposed, parseMapId } from '../../sw/service/map-key.ts';
import './map.css';
import './compose/compose.css';
import { Button } from '../parts/button.tsx';
import { listAdded } from '../parts/extension.ts';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { EmptyState, ErrorState, Notice } from '../parts/notice.tsx';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { Starting } from '../parts/start-page.tsx';
import { StatusBar } from '../parts/status-bar.tsx';
import { Tabs, tabPanel } from '../parts/tabs.tsx';
import { openRecord } from '../state/background.ts';
import { stored } from '../state/host.ts';
import { openPage } from '../state/route.ts';
import {
  currentKey,
  currentService,
  currentTitle,
  isTablesOnly,
  mapError,
  mapInfo,
  openService,
  services,
  servicesError,
} from '../state/services.ts';
import { dock, dockHeightPx, isTimeOpen, justPublished, mapDialog, openDock, task } from '../state/tasks.ts';
import { retryCatalogue } from '../state/url.ts';
import { activity, drawn } from '../state/view.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';
import { isRaster } from './layer-actions.ts';
import { LayerList } from './layer-list.tsx';
import { MapView } from './view/map-view.tsx';

const MapBar = lazyPart(() => import('./view/map-bar.tsx').then((loaded) => loaded.MapBar));
const ResultPanel = lazyPart(() => import('./identify/result-panel.tsx').then((loaded) => loaded.ResultPanel));
const Dock = lazyPart(() => import('./table/dock.tsx').then((loaded) => loaded.Dock));
const TimeSlider = lazyPart(() => import('./time/time-slider.tsx').then((loaded) => loaded.TimeSlider));
const StyleEditor = lazyPart(() => import('./style/style-editor.tsx').then((loaded) => loaded.StyleEditor));
const RasterEditor = lazyPart(() => import('./style/raster/raster-editor.tsx').then((loaded) => loaded.RasterEditor));
const QueryBuilder = lazyPart(() => import('./query/query-builder.tsx').then((loaded) => loaded.QueryBuilder));
const LegendPanel = lazyPart(() => import('./view/legend.tsx').then((loaded) => loaded.LegendPanel));
const ServiceAbout = lazyPart(() => import('./service-about.tsx').then((loaded) => loaded.ServiceAbout));
const ServicePicker = lazyPart(() => import('./service-picker.tsx').then((loaded) => loaded.ServicePicker));
const WhatNow = lazyPart(() => import('./compose/what-now.tsx').then((loaded) => loaded.WhatNow));
const ComposedMapFailure = lazyPart(() =>
  import('./compose/map-failure.tsx').then((loaded) => loaded.ComposedMapFailure),
);
const MapMenu = lazyPart(() => import('./compose/map-menu.tsx').then((loaded) => loaded.MapMenu));

/** True while the first image is loading. */
const isWaiting = computed(
  () =>
    !drawn.value &&
    !(servicesError.value || mapError.value || services.value?.length === 0) &&
    activity.value.state !== 'failed',
);

export function MapsPage({ isPanelOpen, onPanel }: { isPanelOpen: boolean; onPanel: (isOpen: boolean) => void }) {
  const [docked, doing] = [dock.value, task.value];
  // On a small screen the panel would cover the table that was just opened.
  useEffect(() => {
    if (docked) onPanel(false);
  }, [docked]);
  // A task begins in the panel, which may be closed on a small screen.
  useEffect(() => {
    if (doing) onPanel(true);
  }, [doing]);
  const isEmpty = services.value?.length === 0;
  const Dialog = mapDialog.value;
  return (
    <>
      <aside class="panel" data-open={isPanelOpen ? '' : undefined} aria-label={text.layers.title}>
        <Panel />
        <div class="only-narrow">
          <StatusBar />
        </div>
      </aside>
      <main
        class="stage"
        id="main"
        data-dock={dock.value ? '' : undefined}
        style={{ '--dock': `${dockHeightPx.value}px` }}
      >
        {isTablesOnly.value ? (
          <>
            <TablesOnly />
            <ResultPanel />
          </>
        ) : (
          <>
            <MapView />
            <MapBar />
            {isTimeOpen.value && <TimeSlider />}
            <ResultPanel />
          </>
        )}
        {isWaiting.value && !isTablesOnly.value && <Starting />}
        {justPublished.value && <WhatNow />}
        {dock.value && <Dock />}
        {isEmpty && (
          <div class="map-welcome">
            <EmptyState icon="map" title={text.services.emptyTitle}>
              <p>{text.services.empty}</p>
              <LittleRoom />
              <PublishButton />
            </EmptyState>
          </div>
        )}
      </main>
      {drawn.value && !isTablesOnly.value && listAdded('besideMap').map((Part, index) => <Part key={index} />)}
      {Dialog && <Dialog />}
    </>
  );
}

function Panel() {
  const [tab, setTab] = useState<'layers' | 'legend' | 'about'>('layers');
  const [isPicking, setPicking] = useState(false);
  const [key, service, info] = [currentKey.value, currentService.value, mapInfo.value];
  const title = currentTitle.value ?? text.appName;
  const tabs = {
    layers: text.layers.title,
    ...(!isTablesOnly.value && { legend: text.layers.legend }),
    about: text.about.title,
  };
  const doing = info && task.value;
  if (doing)
    return doing.kind === 'query' ? (
      <QueryBuilder layerId={doing.layerId} />
    ) : isRaster(info.MapLayerInfos?.[doing.layerId]) ? (
      <RasterEditor layerId={doing.layerId} />
    ) : (
      <StyleEditor layerId={doing.layerId} />
    );
  return (
    <>
      <div class="panel-title">
        <button type="button" class="service-switch" aria-haspopup="dialog" onClick={() => setPicking(true)}>
          {key && drawn.value && !isTablesOnly.value ? (
            <ServiceThumbnail service={key} version={service?.version ?? openRecord.value?.version ?? 0} />
          ) : (
            <span class="thumb">
              <Icon name={isTablesOnly.value ? 'table' : 'map'} size={20} />
            </span>
          )}
          <span style={{ minWidth: 0 }}>
            <h1 class="one-line">{title}</h1>
            <small>
              {isComposed(key)
                ? text.layers.yourMap
                : services.value
                  ? text.services.count(services.value.length)
                  : text.services.loading}
            </small>
            <span class="visually-hidden">{text.services.choose}</span>
          </span>
          <Icon name="chevron-down" size={18} />
        </button>
        {info && !isTablesOnly.value && <MapMenu />}
      </div>
      <Tabs panel="panel-content" tabs={tabs} value={tab} onChange={setTab} />
      <div class="panel-scroll" {...tabPanel('panel-content', tab)}>
        {servicesError.value && (
          <ErrorState
            title={text.services.loadFailed}
            message={servicesError.value}
            onRetry={() => void retryCatalogue()}
          />
        )}
        {mapError.value && key && <MapFailure serviceKey={key} message={mapError.value} />}
        {!info && !mapError.value && (key || !services.value) && !servicesError.value && <Skeleton />}
        {info &&
          key &&
          (tab === 'layers' ? (
            <LayerList info={info} />
          ) : tab === 'legend' ? (
            <LegendPanel />
          ) : (
            <ServiceAbout info={info} serviceKey={key} />
          ))}
      </div>
      <div class="panel-foot">
        <LittleRoom />
        <PublishButton />
        <small class="only-drop">{text.publish.hint}</small>
      </div>
      {isPicking && <ServicePicker onClose={() => setPicking(false)} />}
    </>
  );
}

function TablesOnly() {
  const first = mapInfo.value?.StandaloneTableInfos?.[0]?.ID;
  useEffect(() => {
    if (first !== undefined) openDock(first);
  }, [first]);
  return (
    <div class="tables-only">
      <Notice kind="info">
        <strong>{text.layers.onlyTables}</strong>
        <span>{text.layers.onlyTablesDetail}</span>
      </Notice>
    </div>
  );
}

const littleRoomBytes = 25e6;

/** Warning that storage is almost full, before anything fails. */
function LittleRoom() {
  const state = stored.value;
  if (!state || state.quotaBytes === 0) return null;
  const leftBytes = Math.max(0, state.quotaBytes - state.usedBytes);
  if (leftBytes >= littleRoomBytes) return null;
  return (
    <Notice kind="warning">
      <strong>{text.room.title(formatBytes(leftBytes))}</strong>
      <span>{text.room.detail}</span>
    </Notice>
  );
}

function MapFailure({ serviceKey, message }: { serviceKey: string; message: string }) {
  const mapId = parseMapId(serviceKey);
  if (mapId !== undefined) return <ComposedMapFailure id={mapId} message={message} />;
  const isUnknown = services.value !== undefined && !services.value.some(({ name }) => name === serviceKey);
  return isUnknown ? (
    <ErrorState title={text.services.unknownTitle(serviceKey)} message={text.services.unknown} />
  ) : (
    <ErrorState title={text.services.mapFailed} message={message} onRetry={() => void openService(serviceKey)} />
  );
}

const PublishButton = () => (
  <Button kind="primary" icon="upload" onClick={() => openPage('publish')}>
    {text.publish.action}
  </Button>
);

function Skeleton() {
  return (
    <div style={{ display: 'grid', gap: '10px', padding: '6px' }} aria-hidden="true">
      {[100, 88, 94, 76].map((width) => (
        <div class="skeleton" key={width} style={{ height: '30px', width: `${width}%` }} />
      ))}
    </div>
  );
}
