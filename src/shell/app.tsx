import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { applyUpdate, linkState } from '../connection/worker-link.ts';
import { MapsPage } from '../map/map-page.tsx';
import { Button } from '../parts/button.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Starting, StartPage } from '../parts/start-page.tsx';
import { StatusBar } from '../parts/status-bar.tsx';
import { publishDropped } from '../state/dropped.ts';
import { incoming } from '../state/incoming.ts';
import { page } from '../state/route.ts';
import { lost, services, servicesError } from '../state/services.ts';
import { toasts } from '../state/toasts.ts';
import { pendingStep } from '../state/unsaved.ts';
import { text } from '../text/text.ts';
import { LazyPage } from './lazy-page.tsx';
import { Navigation } from './navigation.tsx';
import { overlay, showOverlay } from './overlay.ts';

const ToastList = lazyPart(() => import('../parts/toast-list.tsx').then((loaded) => loaded.ToastList));
const LostPage = lazyPart(() => import('../settings/lost-page.tsx').then((loaded) => loaded.LostPage));
const UnsavedQuestion = lazyPart(() => import('./unsaved-question.tsx').then((loaded) => loaded.UnsavedQuestion));
const FirstSteps = lazyPart(() => import('../parts/first-steps.tsx').then((loaded) => loaded.FirstSteps));
const Incoming = lazyPart(() => import('../settings/workspace/incoming.tsx').then((loaded) => loaded.Incoming));
const acceptFiles = (files: Promise<File[]>) => void publishDropped(files);

export function App() {
  const [isPanelOpen, setPanelOpen] = useState(false);
  const state = linkState.value;
  if (state === 'framed' || state === 'unsupported' || state === 'blocked') return <StartPage />;
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
          <Button kind="primary" small onClick={applyUpdate}>
            {text.status.updateNow}
          </Button>
        </div>
      )}
      <Overlay />
      {pendingStep.value && <UnsavedQuestion />}
      {incoming.value && <Incoming />}
      <DropZone onFiles={acceptFiles} />
      {/* It is there before its first message, or that would not be read out. */}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.value.length > 0 && <ToastList />}
      </div>
    </>
  );
}

/** The address of the map keeps its view behind the `#`, so a jump must not write there. */
function skip(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  event.preventDefault();
  document.querySelector<HTMLElement>(event.currentTarget.getAttribute('href') ?? '')?.focus();
}

/** The windows over every page; their code comes when the first is opened. */
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
