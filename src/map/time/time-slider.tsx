import { momentText } from '../../text/format.ts';
import './time.css';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { useRead } from '../../parts/use-read.ts';
import { requested, showTimes, timeSpan } from '../../state/requested.ts';
import { countRows, isDate, tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { sqlName } from '../../state/sql.ts';
import { openTime } from '../../state/tasks.ts';
import { activity } from '../../state/view.ts';
import { literal } from '../table/read-summary.ts';
import { mapText } from '../text/maps-text.ts';

const texts = mapText.time;
const steps = 400;
const bins = 60;
/** Minimum time between two images while playing, and the share of the range per step. */
const tickMs = 120;
const strideShare = 1 / 120;

/** Slider for a time window over the map, with a histogram. It plays as fast as images are drawn. */
export function TimeSlider() {
  const full = mapInfo.value?.FullTimeExtent;
  const from = full?.StartTime ? Date.parse(full.StartTime) : Number.NaN;
  const to = full?.EndTime ? Date.parse(full.EndTime) : Number.NaN;
  const [isPlaying, setPlaying] = useState(false);
  const [isFromStart, setFromStart] = useState(false);
  const isSound = from < to;
  const { value: counts = [] } = useRead(isSound ? `${from} ${to}` : undefined, (signal) =>
    countMoments(from, to, signal),
  );
  const span = timeSpan.value ?? [from, to];
  const state = activity.value.state;

  useEffect(() => {
    if (isSound) showTimes([from, from + (to - from) / 8]);
    return () => showTimes(undefined);
  }, [from, to, isSound]);
  // The next step waits for the current image.
  useEffect(() => {
    if (!isPlaying || state === 'drawing') return;
    const timer = setTimeout(() => {
      const [start, end] = timeSpan.peek() ?? [from, to];
      const stride = (to - from) * strideShare;
      const isAtEnd = end >= to;
      const width = end - start;
      if (isFromStart) showTimes([from, isAtEnd ? from + stride : Math.min(to, end + stride)]);
      else if (isAtEnd) showTimes([from, from + width]);
      else showTimes([Math.min(start + stride, to - width), Math.min(end + stride, to)]);
    }, tickMs);
    return () => clearTimeout(timer);
  }, [isPlaying, state, span[0], span[1], isFromStart]);
  if (!isSound) return null;

  const share = (moment: number) => (moment - from) / (to - from);
  const stepTime = (step: number) => from + ((to - from) * step) / steps;
  const greatest = Math.max(1, ...counts);
  const label = `${momentText(span[0], to - from)} – ${momentText(span[1], to - from)}`;
  const shift = (center: number) => {
    const half = (span[1] - span[0]) / 2;
    const centerTime = Math.max(from + half, Math.min(to - half, center));
    showTimes([centerTime - half, centerTime + half]);
  };
  return (
    <section
      class="map-floating time-slider"
      aria-label={texts.label}
      onKeyDown={(event) => event.key === 'Escape' && openTime(false)}
    >
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        name={isPlaying ? texts.pause : texts.play}
        side="top"
        onClick={() => setPlaying(!isPlaying)}
      />
      <div class="time-track">
        <output>{label}</output>
        <div class="time-range" style={{ '--from': share(span[0]), '--to': share(span[1]) }}>
          <svg viewBox={`0 0 ${bins} 1`} preserveAspectRatio="none" role="img" aria-label={texts.spread}>
            {counts.map((count, index) => {
              const middle = (index + 0.5) / bins;
              const isIn = middle >= share(span[0]) && middle <= share(span[1]);
              const tall = count === 0 ? 0 : 0.08 + 0.92 * (count / greatest);
              return (
                <rect
                  key={index}
                  x={index + 0.1}
                  width={0.8}
                  y={1 - tall}
                  height={tall}
                  data-in={isIn ? '' : undefined}
                />
              );
            })}
          </svg>
          <div
            class="time-window"
            aria-hidden="true"
            onPointerDown={(event) => {
              const track = event.currentTarget.parentElement!;
              const { left, width } = track.getBoundingClientRect();
              const grabbed = from + ((event.clientX - left) / width) * (to - from) - (span[0] + span[1]) / 2;
              const handle = event.currentTarget;
              handle.setPointerCapture(event.pointerId);
              const move = (moved: PointerEvent) =>
                shift(from + ((moved.clientX - left) / width) * (to - from) - grabbed);
              handle.addEventListener('pointermove', move);
              handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
                once: true,
              });
            }}
          />
          {([0, 1] as const).map((end) => (
            <input
              key={end}
              type="range"
              min={0}
              max={steps}
              step={1}
              aria-label={end === 0 ? texts.start : texts.end}
              aria-valuetext={momentText(span[end], to - from)}
              value={Math.round(share(span[end]) * steps)}
              onInput={(event) => {
                const moment = stepTime(event.currentTarget.valueAsNumber);
                showTimes(end === 0 ? [Math.min(moment, span[1]), span[1]] : [span[0], Math.max(moment, span[0])]);
              }}
            />
          ))}
        </div>
      </div>
      <button
        type="button"
        class="chip"
        aria-pressed={isFromStart}
        onClick={() => {
          setFromStart(!isFromStart);
          if (!isFromStart) showTimes([from, span[1]]);
        }}
      >
        {texts.cumulative}
      </button>
      <IconButton small icon="close" name={texts.close} side="top" onClick={() => openTime(false)} />
    </section>
  );
}

/** Count the features per interval in all visible layers with date fields. */
async function countMoments(from: number, to: number, signal: AbortSignal): Promise<number[]> {
  const info = mapInfo.peek();
  const on = new Set(
    requested
      .peek()
      ?.LayerDescriptions?.filter((layer) => layer.UseTime)
      .map((layer) => layer.LayerID),
  );
  const layers = (info?.MapLayerInfos ?? []).flatMap((layer) => {
    const subject = tableSubject(info, layer.LayerID);
    const field = subject?.fields.find(({ Name }) => Name === layer.StartTimeFieldName);
    return on.has(layer.LayerID) && field && isDate(field) ? [{ id: layer.LayerID, field }] : [];
  });
  const counts = new Array<number>(bins).fill(0);
  for (const { id, field } of layers) {
    await Promise.all(
      counts.map(async (_, index) => {
        const [start, end] = [index, index + 1].map((binIndex) => from + ((to - from) * binIndex) / bins) as [
          number,
          number,
        ];
        // The last interval must include its upper end.
        const upper = literal(field, end + (index === bins - 1 ? 1 : 0));
        const name = sqlName(field.Name);
        const where = `${name} >= ${literal(field, start)} AND ${name} < ${upper}`;
        counts[index]! += await countRows(id, { where }, signal);
      }),
    );
  }
  return counts;
}
