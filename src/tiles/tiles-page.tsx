import { SelectField } from '../parts/form/select.tsx';
import '../style/cards.css';
import './tiles.css';
import { useEffect, useState } from 'preact/hooks';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { changeRoute, route } from '../state/route.ts';
import { currentKey, services } from '../state/services.ts';
import { text } from '../text/text.ts';
import { BuildForm } from './build-form.tsx';
import { CacheCard } from './cache-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { tileText } from './text/tiles-text.ts';
import { problem, readCaches, state, trying } from './tile-caches.ts';

export function TilesPage() {
  const all = services.value ?? [];
  const service = route.value.get('item') ?? currentKey.value ?? all[0]?.name;
  const [mapName, setMapName] = useState<string>();
  useEffect(() => {
    if (service) void trying(() => readCaches(service));
  }, [service]);
  const found = state.value?.service === service ? state.value : undefined;
  const map = found?.maps.find((name) => name === mapName) ?? found?.maps[0];
  const cache = found?.caches.find((one) => one.map === map);
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
          {(found?.maps.length ?? 0) > 1 && (
            <SelectField
              label={tileText.map}
              value={map ?? ''}
              choices={found!.maps.map((name) => [name, name])}
              onChange={setMapName}
            />
          )}
        </div>
      )}
      {problem.value && <ErrorState title={tileText.failed} message={problem.value} />}
      {service && found && map && (
        <div class={cache ? 'card-columns' : 'stack far'}>
          <div class="stack far">
            <CacheCard service={service} map={map} cache={cache} />
            {cache && (
              <BuildForm
                key={`${map} ${cache.settings.scheme.levels.length}`}
                service={service}
                cache={cache}
                space={found.space}
              />
            )}
          </div>
          <SettingsForm key={`${service} ${map}`} service={service} map={map} cache={cache} />
        </div>
      )}
    </main>
  );
}
