import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SharedAnswers, SharedResult, ShownView } from '../../../../sw/extensions/share/answer-shared.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import { Icon, type IconName } from '../../../parts/icon.tsx';
import { locale } from '../../../text/locale.ts';
import { LayerPanel } from './layer-panel.tsx';
import { localResult } from './local-result.ts';
import { extentAt, fitPosition, type MapPosition, type StageSize } from './map-position.ts';
import { createStage, type MapStage } from './map-stage.ts';
import { ResultCard, type Results } from './result-card.tsx';
import { extentOfShape } from './shape-path.ts';
import { viewerText as t } from './viewer-text.ts';

interface Drawn {
  readonly layerIds: readonly number[];
  readonly metresPerPixel: number | undefined;
}

const keyPanPx = 80;

/** The page of a shared map: its layers with their legend, the map, and results. */
export function ViewerApp({ map, answers }: { map: SharedMap; answers: SharedAnswers }) {
  const drawnMap = map.definition.maps[0]!;
  const element = useRef<HTMLDivElement>(null);
  const stage = useRef<MapStage | undefined>(undefined);
  const [visible, setVisible] = useState<readonly number[]>(() =>
    drawnMap.layers.filter(({ Visible }) => Visible).map(({ LayerID }) => LayerID),
  );
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [isPanelOpen, setPanelOpen] = useState(() => matchMedia('(min-width: 700px)').matches);
  const [drawn, setDrawn] = useState<Drawn>();
  const [results, setResults] = useState<Results>();
  const [problem, setProblem] = useState<string>();
  const shown = useRef({ visible, isDark });
  shown.current = { visible, isDark };
  const resolutions = useMemo(() => resolutionRange(map), [map]);
  const makeView = (position: MapPosition, size: StageSize): ShownView => {
    const ratio = Math.min(devicePixelRatio, 4096 / size.widthPx, 4096 / size.heightPx);
    return {
      extent: extentAt(position, size),
      widthPx: Math.round(size.widthPx * ratio),
      heightPx: Math.round(size.heightPx * ratio),
      dpi: 96 * ratio,
      visible: shown.current.visible,
    };
  };
  const viewNow = () => makeView(stage.current!.position(), stage.current!.size());

  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  }, [isDark]);
  useEffect(() => {
    const created = createStage(element.current!, {
      start: (size) => fitPosition(drawnMap.extent, size, resolutions[0]),
      resolutions,
      draw: (position, size, signal) => answers.draw(makeView(position, size), shown.current.isDark, signal),
      onDrawn: ({ layerIds, metresPerPixel, widthPx }) => {
        setProblem(undefined);
        const ratio = widthPx / created.size().widthPx;
        setDrawn({ layerIds, metresPerPixel: metresPerPixel && metresPerPixel * ratio });
      },
      onFailed: setProblem,
      onPick: async (spot, position, size, isTouch) => {
        const view = { ...makeView(position, size), isTouch };
        const matches = await answers.identify(view, spot, new AbortController().signal);
        const list = matches.map((match) => localResult(map, match));
        setResults({ list, at: list.length > 0 ? 0 : undefined, isSearch: false });
      },
    });
    stage.current = created;
    return () => created.dispose();
  }, []);
  useEffect(() => stage.current?.redraw(), [visible, isDark]);
  const current = results?.at === undefined ? undefined : results.list[results.at];
  useEffect(() => stage.current?.highlight(current?.shape), [current]);

  const goTo = ({ shape }: SharedResult) => {
    const extent = shape && extentOfShape(shape);
    if (extent) stage.current!.show(fitPosition(extent, stage.current!.size(), resolutions[0] * 40));
  };
  const choose = (index: number | undefined) => {
    if (!results) return;
    setResults({ ...results, at: index });
    const next = index === undefined ? undefined : results.list[index];
    if (next && results.isSearch) goTo(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => stage.current!.panPx(keyPanPx, 0),
      ArrowRight: () => stage.current!.panPx(-keyPanPx, 0),
      ArrowUp: () => stage.current!.panPx(0, keyPanPx),
      ArrowDown: () => stage.current!.panPx(0, -keyPanPx),
      '+': () => stage.current!.zoom(1.6),
      '=': () => stage.current!.zoom(1.6),
      '-': () => stage.current!.zoom(1 / 1.6),
      Home: showWhole,
      Enter: () => stage.current!.pickCenter(),
      Escape: () => setResults(undefined),
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  };
  const showWhole = () => stage.current!.show(fitPosition(drawnMap.fullExtent, stage.current!.size(), resolutions[0]));
  return (
    <div class="viewer" data-panel={isPanelOpen ? '' : undefined}>
      <header class="head">
        <button
          type="button"
          class="tool"
          aria-label={t.panel}
          title={t.panel}
          aria-expanded={isPanelOpen}
          aria-controls="panel"
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          <Icon name="layers" />
        </button>
        <h1>{map.title}</h1>
        <SearchBox
          onSearch={async (text) => {
            const matches = await answers.find(viewNow(), text, new AbortController().signal);
            const list = matches.map((match) => localResult(map, match));
            setResults({ list, at: undefined, isSearch: true });
            if (matchMedia('(max-width: 699px)').matches) setPanelOpen(false);
          }}
        />
        <button type="button" class="tool" aria-label={t.theme} title={t.theme} onClick={() => setDark(!isDark)}>
          <Icon name={isDark ? 'sun' : 'moon'} />
        </button>
      </header>
      <LayerPanel
        isOpen={isPanelOpen}
        map={map}
        visible={visible}
        drawnIds={drawn?.layerIds}
        onVisible={setVisible}
        readLegend={() =>
          answers.legend(
            { extent: drawnMap.extent, widthPx: 400, heightPx: 400, dpi: 192, visible: [] },
            new AbortController().signal,
          )
        }
      />
      <main class="stage-frame">
        <div
          class="stage"
          ref={element}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard
          tabIndex={0}
          aria-label={t.map(map.title)}
          onKeyDown={onKey}
        />
        <div class="tools">
          <Tool icon="plus" name={t.zoomIn} onClick={() => stage.current!.zoom(2)} />
          <Tool icon="minus" name={t.zoomOut} onClick={() => stage.current!.zoom(0.5)} />
          <Tool icon="extent" name={t.whole} onClick={showWhole} />
        </div>
        <footer class="foot">
          {drawn?.metresPerPixel && <ScaleBar metresPerPixel={drawn.metresPerPixel} />}
          {map.credits.length > 0 && <span class="credits">{map.credits.join(' · ')}</span>}
        </footer>
        {problem && (
          <p class="problem" role="alert">
            <strong>{t.failed}</strong> {problem}
          </p>
        )}
        {results && (
          <ResultCard
            map={map}
            results={results}
            answers={answers}
            onChoose={choose}
            onZoomTo={goTo}
            onClose={() => setResults(undefined)}
          />
        )}
      </main>
    </div>
  );
}

const Tool = ({ icon, name, onClick }: { icon: IconName; name: string; onClick: () => void }) => (
  <button type="button" class="tool" aria-label={name} title={name} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

/**
 * Return the zoom limits as map units per pixel: from a thousandth of a pixel of the whole map to a view four times its
 * width.
 */
function resolutionRange(map: SharedMap): [finest: number, coarsest: number] {
  const { extent, fullExtent } = map.definition.maps[0]!;
  const side = (of: readonly number[]) => Math.max(of[2]! - of[0]!, of[3]! - of[1]!);
  const widest = Math.max(side(extent), side(fullExtent)) || 1;
  return [widest / 4e7, (widest * 4) / 400];
}

const maxBarPx = 120;

/** A scale bar with a round length. */
function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const most = maxBarPx * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = ([5, 2, 1].find((lead) => lead * power <= most) ?? 1) * power;
  const isLong = meters >= 1000;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: isLong ? 'kilometer' : 'meter' });
  return (
    <span class="scale" style={{ width: `${Math.round(meters / metresPerPixel)}px` }}>
      {format.format(isLong ? meters / 1000 : meters)}
    </span>
  );
}

/** A field that searches for text in all rows. */
function SearchBox({ onSearch }: { onSearch: (text: string) => Promise<void> }) {
  const [typed, setTyped] = useState('');
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') void onSearch(typed.trim());
        }}
      >
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.searchHint}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
