import { batch, effect, signal, untracked } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { messageOf } from '../../connection/call.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { background, openRecord } from '../../state/background.ts';
import { carryExtent, referenceFor } from '../../state/references.ts';
import { isAsPublished, requested } from '../../state/requested.ts';
import { currentKey, currentTitle, type MapInfo, mapInfo, refreshMap, services } from '../../state/services.ts';
import {
  cachedSubject,
  readShownCaches,
  requestedSource,
  shownCache,
  shownCaches,
  source,
} from '../../state/shown-cache.ts';
import { dockHeightPx, isMeasuring, leaveTool, measured, queryShape, shapeGoesTo, tool } from '../../state/tasks.ts';
import {
  activity,
  drawn,
  flashing,
  outlines,
  projection,
  requestedExtent,
  requestedView,
  screen,
  type View,
  view,
} from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { pick } from '../identify/pick.ts';
import { closeResults, foundShapes, readResults } from '../state/identify-results.ts';
import type { Subject } from '../widget/subject-view.ts';
import type { Viewer } from '../widget/viewer.ts';
import { MapControls } from './map-controls.tsx';
import { placesOf } from './map-places.ts';

const MapFoot = lazyPart(() => import('./map-foot.tsx').then((loaded) => loaded.MapFoot));

const viewer = signal<Viewer | undefined>(undefined);
const pointer = signal<readonly [number, number] | undefined>(undefined);
/** Grows to retry loading the viewer. */
const attempt = signal(0);

export function MapView() {
  const target = useRef<HTMLDivElement>(null);
  const tries = attempt.value;
  useEffect(() => (target.current ? mountViewer(target.current) : undefined), [tries]);
  useEffect(followState, []);
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
          else if (event.key === 'Enter') viewer.value?.pickCentre();
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
  const now = requested.peek();
  if (viewer.value && now) viewer.value.redraw({ description: now, tiles: tilesNow() });
  else attempt.value++;
}

function mountViewer(target: HTMLElement): () => void {
  let isGone = false;
  import('../widget/viewer.ts')
    .then(({ createViewer }) => {
      if (isGone) return;
      viewer.value = createViewer(target, {
        onMove(shown, { resolution, widthPx, heightPx }) {
          batch(() => {
            view.value = shown;
            screen.value = { widthPx, heightPx, resolution };
          });
        },
        onPointer: (position) => {
          pointer.value = position;
        },
        onPick: (location, isTouch) => void pick(location, isTouch),
        onShape(shape) {
          tool.value = 'point';
          if (shapeGoesTo.peek() === 'query') queryShape.value = shape;
          else void readResults(shape);
        },
        onMeasure: (now) => {
          measured.value = now;
        },
        coveredPx,
        onDrawing: () => {
          activity.value = { state: 'drawing' };
        },
        onDrawn(what, from) {
          batch(() => {
            drawn.value = what;
            source.value = from;
            activity.value = { state: 'idle' };
          });
        },
        onFailed: (message) => {
          activity.value = { state: 'failed', message };
        },
      });
    })
    .catch((error) => {
      activity.value = { state: 'failed', message: messageOf(error) };
    });
  return () => {
    isGone = true;
    viewer.value?.dispose();
    viewer.value = undefined;
  };
}

function followState(): () => void {
  let shownInfo: MapInfo | undefined;
  let shownKey: string | undefined;
  let shownProjection = projection.peek();
  let shownReference: SpatialReference | undefined;
  const stops = [
    effect(() => {
      const [now, info, choice, described] = [viewer.value, mapInfo.value, projection.value, requested.value];
      const key = currentKey.peek();
      const tiles = tilesNow();
      if (!now || !info || !described || shownCaches.value === 'unread') {
        if (!info) shownInfo = undefined;
        return;
      }
      if (info === shownInfo && choice === shownProjection) {
        now.redraw({ description: described, tiles });
        return;
      }
      const reference = referenceFor(choice, info);
      // A new version of the same service keeps the view.
      const before = key === shownKey ? view.peek() : undefined;
      // What was found before the map was opened, from another page, stays.
      const isFirst = shownKey === undefined;
      const from = shownInfo && shownReference;
      const carried = before && from && carryExtent(before.extent, from, reference);
      const start =
        soughtView(requestedView.peek()) ?? (carried && { extent: carried, rotationDeg: before?.rotationDeg ?? 0 });
      shownInfo = info;
      shownReference = reference;
      shownKey = key;
      shownProjection = choice;
      untracked(() => {
        requestedView.value = undefined;
        if (!isFirst) closeResults();
        const places = placesOf(info, reference);
        now.open({ service: key ?? '', description: described, reference, ...places, tiles }, start);
      });
    }),
    effect(() => {
      const sought = soughtView(requestedView.value);
      if (!sought || !viewer.value || !shownInfo) return;
      viewer.value.goTo(sought);
      requestedView.value = undefined;
    }),
    effect(() => {
      const sought = requestedExtent.value;
      const info = mapInfo.peek();
      if (!sought || !viewer.value || !info) return;
      const extent = carryExtent(sought.extent, sought.reference, referenceFor(projection.peek(), info));
      if (extent) viewer.value.fit(extent);
      requestedExtent.value = undefined;
    }),
    effect(() => viewer.value?.mark(foundShapes.value)),
    effect(() => viewer.value?.outline(outlines.value)),
    effect(() => viewer.value?.setBackground(background.value)),
    effect(() => {
      const isComposed = currentKey.value?.startsWith('~');
      openRecord.value = undefined;
      if (isComposed) void import('../state/maps.ts').then(({ readOpenRecord }) => readOpenRecord());
    }),
    effect(() => viewer.value?.ask(measured.value?.shape ?? queryShape.value)),
    effect(() => viewer.value?.setTool(tool.value)),
    effect(() => {
      const shapes = flashing.value;
      if (shapes.length === 0 || !viewer.value) return;
      viewer.value.flash(shapes);
      flashing.value = [];
    }),
    effect(() => {
      if (cachedSubject.value === undefined) return;
      untracked(() => {
        shownCaches.value = 'unread';
        void readShownCaches();
      });
    }),
    effect(() => {
      // Replaced data: the service is read and drawn again.
      const version = services.value?.find((service) => service.name === currentKey.peek())?.version;
      if (version !== undefined) untracked(() => reopenWhenReplaced(version));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What is sought, in the coordinates of the view. */
function soughtView(sought: typeof requestedView.value): View | undefined {
  const info = mapInfo.peek();
  if (!sought?.isInMapUnits || !info) return sought;
  const extent = carryExtent(sought.extent, referenceFor('map', info), referenceFor(projection.peek(), info));
  return extent && { ...sought, extent };
}

const seenVersions = new Map<string, number>();
function reopenWhenReplaced(version: number): void {
  const key = currentKey.peek();
  if (key === undefined) return;
  const seen = seenVersions.get(key);
  seenVersions.set(key, version);
  if (seen !== undefined && seen !== version) void refreshMap();
}

function tilesNow(): Subject['tiles'] {
  const cache = shownCache.value;
  return cache && { cache, isRequested: requestedSource.value === 'tiles', isAsPublished: isAsPublished.value };
}

const coveredPx = () => [44, 44, 40 + dockHeightPx.peek(), 0] as const;
