import './paper.css';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { type Legend, LegendList, readLegend } from '../../map/view/legend.tsx';
import { useRead } from '../../parts/use-read.ts';
import { drafts, timeSpan } from '../../state/requested.ts';
import { currentTitle, filters, mapInfo } from '../../state/services.ts';
import { drawn } from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { spanText } from './span-text.ts';

/** Delay before the legend is read. It must be ready in advance, because the browser prints immediately. */
const restMs = 1500;

/** The map page as the browser prints it: the displayed map with its title and legend, without the app. */
export function Paper() {
  const again = [drawn.value?.layerIds.join(), drafts.value, mapInfo.value, filters.value];
  const { value: legend } = useRead('paper', readLegend, { again, delayMs: restMs });
  const lastLegend = useRef(legend);
  lastLegend.current = legend;
  useEffect(() => {
    let sheet: HTMLElement | undefined;
    const clear = () => {
      if (sheet) render(null, sheet);
      sheet?.remove();
      sheet = undefined;
    };
    const fill = () => {
      clear();
      // The print layout has its own sheet.
      if (document.querySelector('body > .print-sheet')) return;
      sheet = document.createElement('div');
      sheet.className = 'paper';
      render(<Sheet legend={lastLegend.current ?? []} />, sheet);
      sheet.querySelector('figure')!.append(imageOfMap());
      document.body.append(sheet);
    };
    addEventListener('beforeprint', fill);
    addEventListener('afterprint', clear);
    return () => {
      removeEventListener('beforeprint', fill);
      removeEventListener('afterprint', clear);
      clear();
    };
  }, []);
  return null;
}

function Sheet({ legend }: { legend: Legend }) {
  const span = timeSpan.peek();
  const credits = mapInfo.peek()?.CopyrightText;
  return (
    <>
      <h1>{currentTitle.peek()}</h1>
      {span && <p>{spanText(span)}</p>}
      <figure />
      {legend.length > 0 && (
        <>
          <h2>{text.layers.legend}</h2>
          <LegendList legend={legend} />
        </>
      )}
      {credits && <p class="paper-credits">{credits}</p>}
    </>
  );
}

/** Draw the images of the map and its overlays onto one canvas, in the displayed order. */
function imageOfMap(): HTMLCanvasElement {
  const map = document.getElementById('map')!;
  const frame = map.getBoundingClientRect();
  const image = document.createElement('canvas');
  image.width = Math.round(frame.width * devicePixelRatio);
  image.height = Math.round(frame.height * devicePixelRatio);
  const pen = image.getContext('2d')!;
  pen.scale(devicePixelRatio, devicePixelRatio);
  for (const part of map.querySelectorAll<HTMLImageElement | HTMLCanvasElement>('.map-image, .ol-layer canvas')) {
    const { left, top, width, height } = part.getBoundingClientRect();
    // A canvas without pixels can't be drawn.
    if (part.width > 0 && part.height > 0) pen.drawImage(part, left - frame.left, top - frame.top, width, height);
  }
  return image;
}
