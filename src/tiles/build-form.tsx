import { useState } from 'preact/hooks';
import type { CacheActionName } from '../../sw/contract/admin/cache-message.ts';
import type { CacheState, ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/form/check.tsx';
import { Select } from '../parts/form/select.tsx';
import { extentToEnvelope, referenceFor } from '../state/references.ts';
import { currentKey, mapInfo } from '../state/services.ts';
import { projection, view } from '../state/view.ts';
import { formatBytes, formatCount, formatScale } from '../text/format.ts';
import { AreaMap, type Box } from './area-map.tsx';
import { tileText } from './text/tiles-text.ts';
import { type Area, act, trying } from './tile-caches.ts';

interface Estimate {
  readonly tiles: number;
  readonly bytes: number;
}

/** Choose levels and an area, then estimate, build or delete their tiles. */
export function BuildForm({
  service,
  cache,
  space,
}: {
  service: string;
  cache: CacheState;
  space: ServiceCaches['space'];
}) {
  const ids = cache.settings.scheme.levels.map(({ level }) => level);
  const [first, setFirst] = useState(ids[0]!);
  const [last, setLast] = useState(ids[Math.min(4, ids.length - 1)]!);
  const [areaKind, setAreaKind] = useState<keyof typeof tileText.areas>('map');
  const [box, setBox] = useState<Box>();
  const [overwrite, setOverwrite] = useState(false);
  const [estimate, setEstimate] = useState<Estimate>();
  const shown = findShownArea(service);
  const areas = { map: undefined, view: shown, box: box && extentToEnvelope(box.extent, box.reference) };
  const area = areas[areaKind];
  const isBusy = cache.job?.status === 'running' || cache.job?.status === 'paused';
  const isVague = areaKind !== 'map' && !area;
  const order = {
    map: cache.map,
    levels: ids.filter((id) => id >= Math.min(first, last) && id <= Math.max(first, last)),
    overwrite,
    area,
  };
  const ask = (action: CacheActionName) => trying(() => act<Estimate>(service, action, order));
  const levelChoice = (value: number, onChange: (level: number) => void, name: string) => (
    <Select
      aria-label={name}
      value={value}
      choices={cache.settings.scheme.levels.map(({ level, scale }) => [
        level,
        scale > 0 ? `${level} · 1:${formatScale(scale)}` : level,
      ])}
      onChange={(level) => {
        onChange(level);
        setEstimate(undefined);
      }}
    />
  );
  return (
    <section class="card">
      <h2>{tileText.build}</h2>
      <div class="row levels">
        <span>{tileText.levels}</span>
        {levelChoice(first, setFirst, tileText.levels)}
        <span>{tileText.to}</span>
        {levelChoice(last, setLast, `${tileText.levels}: ${tileText.to}`)}
      </div>
      <label class="field">
        <span>{tileText.area}</span>
        <select
          class="input"
          value={areaKind}
          onChange={(event) => {
            setAreaKind(event.currentTarget.value as typeof areaKind);
            setEstimate(undefined);
          }}
        >
          {(['map', 'box', 'view'] as const).map((kind) => (
            <option key={kind} value={kind} disabled={kind === 'view' && !shown}>
              {tileText.areas[kind]}
            </option>
          ))}
        </select>
      </label>
      {!shown && <small>{tileText.noView}</small>}
      {areaKind === 'box' && (
        <AreaMap
          service={service}
          map={cache.map}
          box={box}
          onChange={(next) => {
            setBox(next);
            setEstimate(undefined);
          }}
        />
      )}
      <Check on={overwrite} onChange={setOverwrite}>
        {tileText.overwrite}
      </Check>
      {estimate && space && (
        <p role="status">
          {tileText.estimated(
            formatCount(estimate.tiles),
            formatBytes(estimate.bytes),
            formatBytes(Math.max(0, space.quota - space.usage)),
          )}
        </p>
      )}
      <div class="row">
        <Button disabled={isVague} onClick={() => void ask('estimate').then(setEstimate)}>
          {tileText.estimate}
        </Button>
        <Button kind="primary" disabled={isBusy || isVague} onClick={() => void ask('build')}>
          {tileText.start}
        </Button>
        <Button icon="trash" disabled={isBusy || isVague || cache.tiles === 0} onClick={() => void ask('erase')}>
          {tileText.erase}
        </Button>
      </div>
    </section>
  );
}

/** Return the area that the map page shows; undefined if it shows another service. */
function findShownArea(service: string): Area | undefined {
  const shown = view.value;
  const info = mapInfo.value;
  if (!shown || !info || currentKey.value !== service) return undefined;
  const [XMin, YMin, XMax, YMax] = shown.extent;
  return { type: 'EnvelopeN', XMin, YMin, XMax, YMax, SpatialReference: referenceFor(projection.value, info) };
}
