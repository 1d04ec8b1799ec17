import './settings.css';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { totalCount } from '../../sw/rows/row-count.ts';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import type { ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { askJson, inPath, serviceUrl } from '../connection/call.ts';
import { resetStorage } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { featuresText } from '../parts/features-text.ts';
import { showFirstSteps } from '../parts/first-steps.tsx';
import { Check } from '../parts/form/check.tsx';
import { FileButton } from '../parts/form/file-button.tsx';
import { Segments, type SegmentsProps } from '../parts/form/segments.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { Notice } from '../parts/notice.tsx';
import { OriginsSection } from '../parts/origins/origins-section.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { exportService } from '../parts/save-file.ts';
import { useRead } from '../parts/use-read.ts';
import { saveWorkspaceFile, workspaceFiles } from '../parts/workspace-file.ts';
import { publishFiles } from '../state/dropped.ts';
import { freeBytes, keepSafely, stored } from '../state/host.ts';
import { offerWorkspace } from '../state/incoming.ts';
import { notifyOtherTabs } from '../state/other-tabs.ts';
import { openPage, routeLink } from '../state/route.ts';
import { services } from '../state/services.ts';
import { theme } from '../state/theme.ts';
import { showToast } from '../state/toasts.ts';
import { units } from '../state/units.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { chooseLanguage, findPreferredLanguage, languages, text } from '../text/text.ts';
import { workspaceText } from '../text/workspace-text.ts';
import { useWork, zipFiles } from './backup-work.tsx';

export function SettingsPage() {
  return (
    <main class="page column settings" id="main" tabIndex={-1}>
      <header>
        <h1>{text.navigation.settings}</h1>
        <p>{text.settings.intro}</p>
      </header>
      <div class="card-columns">
        <div class="stack far">
          <section class="card">
            <h2>{text.settings.appearance}</h2>
            <Choices
              name={text.settings.language}
              value={findPreferredLanguage()}
              choices={languages}
              onChange={chooseLanguage}
            />
            <Choices
              name={text.settings.theme}
              value={theme.value}
              choices={text.settings.themeChoices}
              onChange={theme.choose}
            />
            <Choices
              name={text.settings.units}
              value={units.value}
              choices={text.settings.unitChoices}
              onChange={units.choose}
            />
            <Button
              icon="info"
              onClick={() => {
                showFirstSteps();
                openPage('maps');
              }}
            >
              {text.firstSteps.again}
            </Button>
          </section>
          <StorageSection />
        </div>
        <div class="stack far">
          <BackupSection />
          <OriginsSection />
          <ResetSection />
        </div>
      </div>
    </main>
  );
}

function Choices<Choice extends string>({ name, ...choice }: { name: string } & Omit<SegmentsProps<Choice>, 'label'>) {
  return (
    <div class="row setting-choice">
      <span>{name}</span>
      <Segments label={name} {...choice} />
    </div>
  );
}

export function StorageSection() {
  const state = stored.value;
  const all = [...(services.value ?? [])].sort((a, b) => b.bytes - a.bytes);
  const caches = useCacheSizes(all);
  const most = Math.max(1, ...all.map(({ bytes }) => bytes), ...[...caches.values()].map(({ bytes }) => bytes));
  return (
    <section class="card">
      <h2>{text.settings.storage}</h2>
      {freeBytes.value !== undefined && <p>{text.status.free(formatBytes(freeBytes.value))}</p>}
      {!state && freeBytes.value === undefined && <Notice kind="info">{text.settings.storageUnknown}</Notice>}
      {state && (
        <>
          <p>{text.status.storage(formatBytes(state.usedBytes), formatBytes(state.quotaBytes))}</p>
          {state.quotaBytes > 0 && (
            <ProgressBar fraction={state.usedBytes / state.quotaBytes} name={text.status.meter} />
          )}
          {state.persisted ? (
            <p>{text.status.persistedDetail}</p>
          ) : (
            <div class="row">
              <p>{text.settings.notPersisted}</p>
              <Button
                icon="shield"
                onClick={async () => {
                  if (!(await keepSafely())) showToast({ message: text.status.persistRefused });
                }}
              >
                {text.status.persist}
              </Button>
            </div>
          )}
        </>
      )}
      <ul class="stack near sizes">
        {all.map((service) => {
          const cache = caches.get(service.name);
          return (
            <Fragment key={service.name}>
              <li>
                <a href={serviceUrl(service.name)} target="_blank" rel="noreferrer">
                  {service.title}
                </a>
                <Share bytes={service.bytes} of={most} />
                <span>{formatBytes(service.bytes)}</span>
                <Button small icon="download" onClick={() => void exportService(service.name)}>
                  {text.settings.exportOne}
                </Button>
              </li>
              {cache && (
                <li>
                  <a {...routeLink('tiles', { item: service.name })}>
                    {text.settings.cacheOf(service.title, formatCount(cache.tiles))}
                  </a>
                  <Share bytes={cache.bytes} of={most} />
                  <span>{formatBytes(cache.bytes)}</span>
                </li>
              )}
            </Fragment>
          );
        })}
      </ul>
      {all.length === 0 && <p class="soft">{text.services.emptyTitle}</p>}
    </section>
  );
}

function Share({ bytes, of }: { bytes: number; of: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${(100 * bytes) / of}%` }} />
    </span>
  );
}

interface CacheSize {
  readonly tiles: number;
  readonly bytes: number;
}

/** Return the sizes of the tile caches by service; services without a cache are left out. */
export function useCacheSizes(services: readonly ServiceSummary[]): ReadonlyMap<string, CacheSize> {
  const key = services.map(({ name, version }) => `${name} ${version}`).join('\n');
  const { value } = useRead(
    'sizes',
    async () => {
      // If the caches of a service can't be read, list it without a size.
      const all = services.map(async ({ name }) => [name, await readCacheSize(name).catch(() => undefined)] as const);
      return new Map((await Promise.all(all)).filter((entry): entry is [string, CacheSize] => entry[1] !== undefined));
    },
    { again: [key] },
  );
  return value ?? new Map();
}

async function readCacheSize(service: string): Promise<CacheSize | undefined> {
  const { caches } = await askJson<ServiceCaches>('caches', `admin/caches/${inPath(service)}`);
  if (caches.length === 0) return undefined;
  return {
    tiles: caches.reduce((sum, { tiles }) => sum + tiles, 0),
    bytes: caches.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export function BackupSection() {
  const { isWorking, progress, run } = useWork();
  const [hasTiles, setHasTiles] = useState(true);
  const backUp = () =>
    run(workspaceText.backingUp, async () => workspaceText.backedUp(formatBytes(await saveWorkspaceFile(hasTiles))));
  return (
    <section class="card">
      <h2>{workspaceText.backup}</h2>
      <p>{workspaceText.backupDetail}</p>
      <Check on={hasTiles} onChange={setHasTiles}>
        {workspaceText.withTiles}
      </Check>
      <div class="row">
        <Button icon="download" disabled={isWorking} onClick={() => void backUp()}>
          {workspaceText.backUp}
        </Button>
        <FileButton
          icon="upload"
          name={workspaceText.restore}
          accept={workspaceFiles}
          disabled={isWorking}
          onFiles={([file]) => file && offerWorkspace(file)}
        />
        <FileButton
          icon="file"
          name={workspaceText.importOne}
          accept={zipFiles}
          disabled={isWorking}
          onFiles={(files) => void publishFiles(files)}
        />
      </div>
      {progress}
    </section>
  );
}

/** Section that deletes everything after the user has typed the number of services. */
export function ResetSection() {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const all = services.value ?? [];
  const sizeBytes = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const features = featuresText(totalCount(all.map(({ featureCount }) => featureCount)));
  const reset = async () => {
    await resetStorage();
    notifyOtherTabs();
    for (const key of Object.keys(localStorage)) if (key.startsWith('soapstone-')) localStorage.removeItem(key);
    location.assign(location.pathname);
  };
  return (
    <section class="card">
      <h2>{text.settings.reset}</h2>
      <div class="row">
        <p>{text.settings.resetDetail}</p>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {text.settings.resetGo}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={text.settings.resetTitle}
          action={text.settings.resetGo}
          isReady={typed.trim() === String(all.length)}
          onClose={() => setAsking(false)}
          onAct={reset}
        >
          <p>{text.settings.resetLoss(formatCount(all.length), features, formatBytes(sizeBytes))}</p>
          <TextField isNumber label={text.settings.resetType(String(all.length))} value={typed} onInput={setTyped} />
        </Confirm>
      )}
    </section>
  );
}
