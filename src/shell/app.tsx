import { type ComponentType, Fragment } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import { link } from '../connection/link.ts';
import { linkState } from '../connection/link-state.ts';
import { isServed } from '../host.ts';
import { MapsPage } from '../map/map-page.tsx';
import { Button } from '../parts/button.tsx';
import { listDroppedFiles } from '../parts/dropped-files.ts';
import type { PageRow } from '../parts/extension.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Logo } from '../parts/logo.tsx';
import { Menu } from '../parts/menu.tsx';
import { ErrorState } from '../parts/notice.tsx';
import { Starting, StartPage } from '../parts/start-page.tsx';
import { StatusBar } from '../parts/status-bar.tsx';
import { publishDropped } from '../state/dropped.ts';
import { incoming } from '../state/incoming.ts';
import { page, route, routeLink } from '../state/route.ts';
import { lost, services, servicesError } from '../state/services.ts';
import { type Theme, theme } from '../state/theme.ts';
import { toasts } from '../state/toasts.ts';
import { pendingStep } from '../state/unsaved.ts';
import { text } from '../text/text.ts';
import { overlay, showOverlay } from './overlay.ts';
import { allPages, findPageRow, goToPage } from './pages.ts';

const ToastList = lazyPart(() => import('../parts/toast-list.tsx').then((loaded) => loaded.ToastList));
const LostPage = lazyPart(() => import('../settings/lost-page.tsx').then((loaded) => loaded.LostPage));
const UnsavedQuestion = lazyPart(() => import('./unsaved-question.tsx').then((loaded) => loaded.UnsavedQuestion));
const FirstSteps = lazyPart(() => import('../parts/first-steps.tsx').then((loaded) => loaded.FirstSteps));
const LeftWorkerPage = lazyPart(() => import('./served/left-worker-page.tsx').then((loaded) => loaded.LeftWorkerPage));
const KeyHint = lazyPart(() => import('./served/key-hint.tsx').then((loaded) => loaded.KeyHint));
const Incoming = lazyPart(() => import('../settings/workspace/incoming.tsx').then((loaded) => loaded.Incoming));
const acceptFiles = (files: Promise<File[]>) => void publishDropped(files);

export function App() {
  const [isPanelOpen, setPanelOpen] = useState(false);
  const state = linkState.value;
  if (state === 'framed' || state === 'unsupported' || state === 'blocked') return <StartPage />;
  if (state === 'worker-left') return <LeftWorkerPage />;
  const isStarting = state === 'starting' || (services.value === undefined && servicesError.value === undefined);
  const isMap = page.value === 'maps' && !lost.value;
  return (
    <>
      <a class="skip-link" href={isMap ? '#map' : '#main'} onClick={skip}>
        {isMap ? text.skipToMap : text.skipToContent}
      </a>
      <div class="shell" data-page={isMap ? 'maps' : 'other'}>
        <Navigation isPanelOpen={isPanelOpen} onTogglePanel={() => setPanelOpen(!isPanelOpen)} />
        {lost.value ? (
          <LostPage />
        ) : isMap ? (
          <MapsPage isPanelOpen={isPanelOpen} onPanel={setPanelOpen} />
        ) : isStarting ? (
          <main class="page" id="main" tabIndex={-1}>
            <Starting />
          </main>
        ) : (
          <LazyPage name={page.value} />
        )}
        <StatusBar />
      </div>
      {isMap && <FirstSteps />}
      {state === 'update-ready' && (
        <div class="banner" role="status">
          {text.status.updateReady}
          <Button kind="primary" small onClick={() => void link.applyUpdate()}>
            {text.status.updateNow}
          </Button>
        </div>
      )}
      {isServed && state === 'ready' && <KeyHint />}
      <Overlay />
      {pendingStep.value && <UnsavedQuestion />}
      {incoming.value && <Incoming />}
      <DropZone onFiles={acceptFiles} />
      {/* Must exist before its first message; otherwise screen readers don't announce the message. */}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.value.length > 0 && <ToastList />}
      </div>
    </>
  );
}

/** Focus the target of a skip link without changing the URL, because the map stores its view in the hash. */
function skip(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  event.preventDefault();
  document.querySelector<HTMLElement>(event.currentTarget.getAttribute('href') ?? '')?.focus();
}

/** The dialogs over every page. Their code is loaded when the first one opens. */
function Overlay() {
  const [Window, setWindow] = useState<ComponentType>();
  const isRequested = overlay.value !== 'none';
  useEffect(() => {
    if (!isRequested || Window) return;
    import('./overlays.tsx').then(
      (loaded) => setWindow(() => loaded.Overlays),
      () => showOverlay('none'),
    );
  }, [isRequested, Window]);
  return Window && isRequested ? <Window /> : null;
}

const loaded = new Map<PageRow, ComponentType>();

function LazyPage({ name }: { name: string }) {
  const row = findPageRow(name);
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [, setArrived] = useState<PageRow>();
  useEffect(() => {
    let isGone = false;
    setProblem(undefined);
    if (row?.address) location.replace(row.address(route.value));
    if (!row?.load || loaded.has(row)) return;
    row.load().then(
      (Page) => {
        loaded.set(row, Page);
        if (!isGone) setArrived(row);
      },
      (error) => !isGone && setProblem(formatError(error)),
    );
    return () => {
      isGone = true;
    };
  }, [row, attempt]);
  const Page = row && loaded.get(row);
  if (Page) return <Page />;
  return (
    <main class="page" id="main" tabIndex={-1}>
      {!row && <ErrorState title={text.pages.unknown} message={text.pages.unknownDetail(name)} />}
      {problem && <ErrorState title={text.pages.failed} message={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {row && !problem && <div class="shimmer" data-on="" />}
    </main>
  );
}

const themeIcons: Record<Theme, IconName> = { system: 'contrast', light: 'sun', dark: 'moon' };
const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

function Navigation({ isPanelOpen, onTogglePanel }: { isPanelOpen: boolean; onTogglePanel: () => void }) {
  const isMap = page.value === 'maps';
  // The link of the current page resets that page. The map keeps its view and only closes the panels that cover it.
  const linkTo = (name: string) => {
    const { address } = allPages()[name]!;
    if (address) return { href: address(), target: '_blank', rel: 'noreferrer' };
    const link = routeLink(name);
    if (name !== 'maps' || !isMap) return link;
    const stay = (event: MouseEvent) => {
      event.preventDefault();
      if (isPanelOpen) onTogglePanel();
    };
    return { ...link, onClick: stay };
  };
  return (
    <nav class="rail" aria-label={text.navigation.label}>
      <span class="mark" title={`${text.appName}. ${text.tagline}`}>
        <Logo size={38} />
      </span>
      {Object.entries(allPages()).map(([name, { icon, name: label, isSecond }]) => (
        <Fragment key={name}>
          <a
            class={isSecond ? 'rail-item not-narrow' : 'rail-item'}
            aria-current={page.value === name ? 'page' : undefined}
            {...linkTo(name)}
          >
            <Icon name={icon} size={22} />
            <span class="one-line">{label()}</span>
          </a>
          {name === 'maps' && isMap && (
            <button type="button" class="rail-item only-narrow" aria-expanded={isPanelOpen} onClick={onTogglePanel}>
              <Icon name="layers" size={22} />
              <span class="one-line">{text.navigation.layers}</span>
            </button>
          )}
        </Fragment>
      ))}
      <More />
      <span class="spacer" />
      <button
        type="button"
        class="rail-item not-narrow"
        aria-haspopup="dialog"
        title={text.palette.title}
        onClick={() => showOverlay('palette')}
      >
        <Icon name="search" size={22} />
        <span>{text.navigation.search}</span>
      </button>
      <button
        type="button"
        class="rail-item not-narrow"
        aria-label={text.navigation.theme(text.navigation.shortThemes[theme.value])}
        title={text.navigation.theme(text.navigation.themes[theme.value])}
        onClick={() => theme.choose(nextTheme[theme.value])}
      >
        <Icon name={themeIcons[theme.value]} size={22} />
        {text.navigation.shortThemes[theme.value]}
      </button>
    </nav>
  );
}

function More() {
  const second = Object.entries(allPages()).filter(([, { isSecond }]) => isSecond);
  const current = second.find(([name]) => name === page.value)?.[1];
  const shown = current ? current.name() : text.navigation.more;
  return (
    <span class="rail-more">
      <Menu
        icon="more"
        name={current ? `${text.navigation.more}, ${shown}` : shown}
        side="above"
        face={{
          class: 'rail-item',
          isCurrent: current !== undefined,
          content: (
            <>
              <Icon name={current?.icon ?? 'more'} size={22} />
              <span class="one-line">{shown}</span>
            </>
          ),
        }}
        items={[
          ...second.map(([name, { icon, name: label }]) => ({
            label: label(),
            icon,
            onSelect: () => goToPage(name),
          })),
          {
            label: text.navigation.search,
            icon: 'search' as const,
            onSelect: () => showOverlay('palette'),
          },
          {
            label: text.navigation.theme(text.navigation.themes[theme.value]),
            icon: themeIcons[theme.value],
            onSelect: () => theme.choose(nextTheme[theme.value]),
          },
        ]}
      />
    </span>
  );
}

/** Accept files dropped anywhere on the page. While files are dragged over it, an overlay explains the effect. */
function DropZone({ onFiles }: { onFiles: (files: Promise<File[]>) => void }) {
  const [isOver, setOver] = useState(false);
  // A layout effect, because files may be dropped as soon as the page is visible.
  useLayoutEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // Some elements accept dropped files themselves.
    const handlesFiles = ({ target }: DragEvent) =>
      target instanceof Element && target.closest('[data-drops]') !== null;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event) || handlesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || handlesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) onFiles(listDroppedFiles(event.dataTransfer));
    };
    document.addEventListener('dragenter', over);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragenter', over);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div class="drop-veil">
      <div>
        <Icon name="upload" size={48} />
        <strong>{text.publish.drop}</strong>
        <span>{text.publish.formats}</span>
      </div>
    </div>
  );
}
