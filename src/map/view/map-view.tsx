import { computed, effect, signal, untracked } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import { isComposed } from '../../../sw/service/map-key.ts';
import { formatError } from '../../connection/call.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { background } from '../../state/background.ts';
import { carryExtent, referenceFor } from '../../state/references.ts';
import { isAsPublished, requested } from '../../state/requested.ts';
import { currentKey, currentTitle, mapInfo } from '../../state/services.ts';
import { followCaches, requestedSource, shownCache, shownCaches } from '../../state/shown-cache.ts';
import {
  dockHeightPx,
  isMeasuring,
  leaveTool,
  measured,
  queryShape,
  showMeasured,
  takeShape,
  tool,
} from '../../state/tasks.ts';
import {
  activity,
  arrive,
  beginDrawing,
  type Destination,
  destination,
  endDrawing,
  failDrawing,
  followMap,
  outlines,
  projection,
  type View,
  view,
} from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { pick } from '../identify/pick.ts';
import { closeResults, readResults, resultShapes } from '../state/identify-results.ts';
import type { Subject } from '../widget/subject-view.ts';
import type { Viewer } from '../widget/viewer.ts';
import { MapControls } from './map-controls.tsx';
import { listExtents } from './map-places.ts';

const MapFoot = lazyPart(() => import('./map-foot.tsx').then((loaded) => loaded.MapFoot));

const viewer = signal<Viewer | undefined>(undefined);
const pointer = signal<readonly [number, number] | undefined>(undefined);
/** Incremented to retry loading the viewer. */
const attempt = signal(0);

export function MapView() {
  const target = useRef<HTMLDivElement>(null);
  const tries = attempt.value;
  useEffect(() => (target.current ? mountViewer(target.current) : undefined), [tries]);
  useEffect(followState, []);
  const key = currentKey.value;
  useEffect(() => {
    if (isComposed(key)) void import('../state/maps.ts').then(({ readOpenRecord }) => readOpenRecord());
  }, [key]);
  const info = mapInfo.value;
  const state = activity.value;
  const title = currentTitle.value ?? '';
  const reference = useMemo(() => info && referenceFor(projection.value, info), [info, projection.value]);
  return (
    <>
      <div
        class="map"
        id="map"
        ref={target}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard
        tabIndex={0}
        aria-label={text.map.label(title)}
        onKeyDown={(event) => {
          if (isMeasuring.value)
            void import('../measure/key-measure.ts').then(({ measureByKey }) => measureByKey(event.key, viewer.peek()));
          else if (event.key === 'Enter') viewer.value?.pickCenter();
          if (event.key === 'Escape' && !leaveTool()) closeResults();
        }}
      />
      {isMeasuring.value && <span class="cross-hair" aria-hidden="true" />}
      <div class="shimmer" data-on={state.state === 'drawing' ? '' : undefined} />
      {state.state === 'failed' && (
        <div class="map-floating map-message">
          <ErrorState
            title={viewer.value ? text.map.failed : text.map.viewerFailed}
            message={state.message}
            onRetry={tryAgain}
          />
        </div>
      )}
      {info && <MapControls info={info} viewer={viewer.value} />}
      {info && reference && <MapFoot pointer={pointer} reference={reference} info={info} />}
    </>
  );
}

function tryAgain(): void {
  if (viewer.value) viewer.value.redraw();
  else attempt.value++;
}

function mountViewer(target: HTMLElement): () => void {
  let isGone = false;
  import('../widget/viewer.ts')
    .then(({ createViewer }) => {
      if (isGone) return;
      viewer.value = createViewer(target, {
        onMove: followMap,
        onPointer: (position) => {
          pointer.value = position;
        },
        onPick: (location, isTouch) => void pick(location, isTouch),
        onShape(shape) {
          if (!takeShape(shape)) void readResults(shape);
        },
        onMeasure: showMeasured,
        coveredPx: getCoveredPx,
        onDrawing: beginDrawing,
        onDrawn: endDrawing,
        onFailed: failDrawing,
      });
    })
    .catch((error) => failDrawing(formatError(error)));
  return () => {
    isGone = true;
    viewer.value?.dispose();
    viewer.value = undefined;
  };
}

/** Subject of the viewer; undefined until the map is described and its tile cache is known. */
const subject = computed((): Subject | undefined => {
  const [info, description, cache] = [mapInfo.value, requested.value, shownCache.value];
  if (!info || !description || shownCaches.value === 'unread') return undefined;
  const reference = referenceFor(projection.value, info);
  return {
    service: currentKey.value ?? '',
    description,
    reference,
    ...listExtents(info, reference),
    tiles: cache && { cache, isRequested: requestedSource.value === 'tiles', isAsPublished: isAsPublished.value },
  };
});

/** The geometry that is being measured, or that a query searches in. */
const question = computed(() => measured.value?.shape ?? queryShape.value);

/** Keep the viewer up to date with the state of the page. @returns a function that stops it */
function followState(): () => void {
  let before: Subject | undefined;
  const stops = [
    effect(() => {
      const [map, next, target] = [viewer.value, subject.value, destination.value];
      if (!map || !next) return;
      const { reference } = next;
      untracked(() => {
        map.show(next, projectDestination(target?.view, reference) ?? projectShownView(next, before));
        before = next;
        const area = target?.area && carryExtent(target.area.extent, target.area.reference, reference);
        if (area) map.fit(area);
        if (target?.flashing) map.flash(target.flashing);
        arrive();
      });
    }),
    effect(() => viewer.value?.mark({ found: resultShapes.value, question: question.value, outlines: outlines.value })),
    effect(() => viewer.value?.setBackground(background.value)),
    effect(() => viewer.value?.setTool(tool.value)),
    followCaches(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Project the current view to the CRS of the next subject; undefined if its service wasn't shown before. */
function projectShownView({ service, reference }: Subject, before: Subject | undefined): View | undefined {
  const now = view.peek();
  // While a service opens, the end of a movement may still set the view of the previous one.
  if (!now || before?.service !== service) return undefined;
  if (sameReference(before.reference, reference)) return now;
  const extent = carryExtent(now.extent, before.reference, reference);
  return extent && { ...now, extent };
}

/** Project a requested view to a CRS. */
function projectDestination(target: Destination['view'], reference: SpatialReference): View | undefined {
  const info = mapInfo.peek();
  if (!target?.isInMapUnits || !info) return target;
  const extent = carryExtent(target.extent, referenceFor('map', info), reference);
  return extent && { ...target, extent };
}

const getCoveredPx = () => [44, 44, 40 + dockHeightPx.peek(), 0] as const;
