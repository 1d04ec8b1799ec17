import { labelChoices, SelectField } from '../parts/form/select.tsx';
import './tiles.css';
import { useEffect, useState } from 'preact/hooks';
import { tileFormats } from '../../sw/tiles/tile-cache.ts';
import { geographicScheme, webMercatorScheme } from '../../sw/tiles/tile-scheme.ts';
import type { CacheState } from '../../sw/tiles/tile-state.ts';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/form/check.tsx';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { changeRoute, route } from '../state/route.ts';
import { currentKey, services } from '../state/services.ts';
import { text } from '../text/text.ts';
import { BuildForm } from './build-form.tsx';
import { CacheCard } from './cache-card.tsx';
import { tileText } from './text/tiles-text.ts';
import { act, problem, readCaches, state, trying } from './tile-caches.ts';

export function TilesPage() {
  const all = services.value ?? [];
  const service = route.value.get('item') ?? currentKey.value ?? all[0]?.name;
  const [mapName, setMapName] = useState<string>();
  useEffect(() => {
    if (service) void trying(() => readCaches(service));
  }, [service]);
  const serviceCaches = state.value?.service === service ? state.value : undefined;
  const map = serviceCaches?.maps.find((name) => name === mapName) ?? serviceCaches?.maps[0];
  const cache = serviceCaches?.caches.find((candidate) => candidate.map === map);
  return (
    <main class="page column tiles-page" id="main" tabIndex={-1}>
      <header>
        <h1>{tileText.title}</h1>
        <p>{tileText.intro}</p>
      </header>
      {all.length === 0 && (
        <EmptyState icon="layers" title={text.services.emptyTitle}>
          {null}
        </EmptyState>
      )}
      {all.length > 0 && (
        <div class="row">
          <SelectField
            label={tileText.service}
            value={service ?? ''}
            choices={all.map(({ name, title }) => [name, title])}
            onChange={(item) => changeRoute({ item })}
          />
          {(serviceCaches?.maps.length ?? 0) > 1 && (
            <SelectField
              label={tileText.map}
              value={map ?? ''}
              choices={serviceCaches!.maps.map((name) => [name, name])}
              onChange={setMapName}
            />
          )}
        </div>
      )}
      {problem.value && <ErrorState title={tileText.failed} message={problem.value} />}
      {service && serviceCaches && map && (
        <div class={cache ? 'card-columns' : 'stack far'}>
          <div class="stack far">
            <CacheCard service={service} map={map} cache={cache} />
            {cache && (
              <BuildForm
                key={`${map} ${cache.settings.scheme.levels.length}`}
                service={service}
                cache={cache}
                space={serviceCaches.space}
              />
            )}
          </div>
          <SettingsForm key={`${service} ${map}`} service={service} map={map} cache={cache} />
        </div>
      )}
    </main>
  );
}

/** JSON of a tiling scheme, as a template for the user. */
const example = JSON.stringify(
  {
    wkid: 3035,
    origin: [2500000, 5500000],
    tileCols: 256,
    dpi: 96,
    levels: [{ resolution: 8192 }, { resolution: 4096 }],
  },
  null,
  1,
);

function SettingsForm({ service, map, cache }: { service: string; map: string; cache: CacheState | undefined }) {
  const settings = cache?.settings;
  const [kind, setKind] = useState(settings?.kind ?? 'fused');
  const [scheme, setScheme] = useState(settings ? schemeChoice(settings) : 'web-mercator');
  const [schemeInput, setOwn] = useState(settings ? schemeText(settings) : example);
  const [format, setFormat] = useState(settings?.format ?? 'PNG32');
  const [quality, setQuality] = useState(settings?.quality ?? 75);
  const [storage, setStorage] = useState(settings?.storage ?? 'compact');
  const [onDemand, setOnDemand] = useState(settings?.onDemand ?? false);
  const [clientCaching, setClientCaching] = useState(settings?.clientCaching ?? true);
  const save = () =>
    trying(() => {
      const chosen = scheme === 'own' ? parseJson(schemeInput) : scheme;
      return act(service, 'settings', { map, kind, scheme: chosen, format, quality, storage, onDemand, clientCaching });
    });
  return (
    <details class="card" open={!cache}>
      <summary>
        <h2>{tileText.settings}</h2>
      </summary>
      <div class="stack settings">
        <div class="columns">
          <SelectField label={tileText.kind} value={kind} choices={labelChoices(tileText.kinds)} onChange={setKind} />
          <SelectField
            label={tileText.scheme}
            value={scheme}
            choices={labelChoices(tileText.schemes)}
            onChange={setScheme}
          />
          <SelectField
            label={tileText.format}
            value={format}
            choices={tileFormats.map((tileFormat) => [tileFormat, tileFormat])}
            onChange={setFormat}
          />
          <SelectField
            label={tileText.storage}
            value={storage}
            choices={labelChoices(tileText.storages)}
            onChange={setStorage}
          />
          {(format === 'JPEG' || format === 'MIXED') && (
            <label class="field">
              <span>{tileText.quality}</span>
              <input
                class="input"
                type="number"
                min={1}
                max={100}
                value={quality}
                onInput={(event) => setQuality(event.currentTarget.valueAsNumber)}
              />
            </label>
          )}
        </div>
        {scheme === 'own' && (
          <label class="field">
            <span>{tileText.ownScheme}</span>
            <textarea
              class="input"
              rows={8}
              spellcheck={false}
              value={schemeInput}
              onInput={(event) => setOwn(event.currentTarget.value)}
            />
          </label>
        )}
        <Check on={onDemand} onChange={setOnDemand}>
          {tileText.onDemand}
        </Check>
        <Check on={clientCaching} onChange={setClientCaching}>
          {tileText.clientCaching}
        </Check>
        <Button kind={cache ? 'plain' : 'primary'} onClick={() => void save()}>
          {cache ? tileText.change : tileText.setUp}
        </Button>
      </div>
    </details>
  );
}

/** Parse JSON. @throws {Error} with a message for the user if it is invalid */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(tileText.notJson);
  }
}

/** Return the choice that matches the scheme of a cache. */
function schemeChoice(settings: CacheState['settings']): keyof typeof tileText.schemes {
  const shown = JSON.stringify(settings.scheme);
  if (shown === JSON.stringify(webMercatorScheme())) return 'web-mercator';
  return shown === JSON.stringify(geographicScheme()) ? 'geographic' : 'own';
}

/** Format the scheme of a cache for its form. */
function schemeText({ scheme }: CacheState['settings']): string {
  const { reference, origin, tileCols, tileRows, dpi, levels } = scheme;
  const wkid = reference.type === 'UnknownCoordinateSystem' ? undefined : reference.WKID;
  const listed = levels.map(({ level, resolution }) => ({ level, resolution }));
  return JSON.stringify({ wkid, origin, tileCols, tileRows, dpi, levels: listed }, null, 1);
}
