import './print.css';
import { useEffect, useState } from 'preact/hooks';
import type { LayoutRequest } from '../../../sw/extensions/print/layout-request.ts';
import { formatError, isAbort } from '../../connection/call.ts';
import { type DrawnLayout, describeShownMaps, drawLayout } from '../../map/layout.ts';
import { describeFilter } from '../../map/query/describe-filter.ts';
import { composeText } from '../../map/text/compose-text.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { useWork } from '../../parts/use-work.ts';
import { openRecord } from '../../state/background.ts';
import { requested, timeSpan } from '../../state/requested.ts';
import { currentKey, currentTitle, filters, mapInfo } from '../../state/services.ts';
import { closeMapDialog } from '../../state/tasks.ts';
import { units } from '../../state/units.ts';
import { PrintFields } from './print-fields.tsx';
import { layoutReference, type PrintSettings, paperSize, rememberSettings, settingsFor } from './print-settings.ts';
import { printText } from './print-text.ts';
import { spanText } from './span-text.ts';

/** Longest side of the preview, and the debounce time before it is drawn. */
const [previewPx, debounceMs] = [1400, 250];

const formats = { pdf: 'gisImagePDF', png: 'gisImagePNG24', svg: 'gisImageSVG' } as const;

/** The dialog to lay out the map on paper, preview it, and print or save it. */
export function PrintDialog() {
  const key = currentKey.value ?? '';
  const title = currentTitle.value ?? '';
  const [settings, setSettings] = useState(() => settingsFor(key, title));
  const [preview, setPreview] = useState<DrawnLayout>();
  const [isDrawing, setDrawing] = useState(true);
  const { problem, setProblem, isRunning, run } = useWork();
  const url = useObjectUrl(preview?.file);
  const [widthMm, heightMm] = paperSize(settings);

  useEffect(() => {
    rememberSettings(key, settings);
    setDrawing(true);
    const controller = new AbortController();
    const dpi = Math.min(200, (previewPx * 25.4) / Math.max(widthMm, heightMm));
    const timer = setTimeout(() => {
      const layout = makeLayout(settings, 'gisImagePNG24', dpi);
      if (layout)
        drawLayout(layout, controller.signal)
          .then(
            (drawn) => {
              if (controller.signal.aborted) return;
              setPreview(drawn);
              setProblem(undefined);
            },
            (error) => !isAbort(error) && setProblem(formatError(error)),
          )
          .finally(() => !controller.signal.aborted && setDrawing(false));
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [settings]);

  const make = async (format: keyof typeof formats, signal: AbortSignal, use: (file: Blob) => unknown) => {
    const layout = makeLayout(settings, formats[format], settings.dpi);
    if (layout) use((await drawLayout(layout, signal)).file);
  };
  const save = (format: 'pdf' | 'png', signal: AbortSignal) =>
    make(format, signal, (file) => saveFile(file, `${settings.title.trim() || title}.${format}`));
  const printNow = () => void run((signal) => make('svg', signal, (file) => printSheet(file, widthMm, heightMm)));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      if (!isRunning) printNow();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <FormDialog
      title={printText.title}
      wide
      action={printText.savePdf}
      icon="download"
      others={
        <>
          <Button icon="image" disabled={isRunning} onClick={() => void run((signal) => save('png', signal))}>
            {printText.savePng}
          </Button>
          <Button icon="print" disabled={isRunning} onClick={printNow}>
            {printText.print}
          </Button>
        </>
      }
      failed={printText.failed}
      work={{ problem, isRunning, run }}
      onSubmit={(signal) => save('pdf', signal)}
      onClose={closeMapDialog}
    >
      <div class="print-layout">
        <div class="print-desk" data-upright={settings.isUpright ? '' : undefined}>
          <div class="print-paper" style={{ '--wide': widthMm, '--high': heightMm }}>
            {url && <img src={url} alt={printText.preview} />}
          </div>
        </div>
        <div class="print-settings">
          <PrintFields settings={settings} preview={preview} onChange={setSettings} />
        </div>
      </div>
      <div class="dialog-progress">{(isRunning || isDrawing) && <ProgressBar name={printText.working} />}</div>
    </FormDialog>
  );
}

function makeLayout(settings: PrintSettings, format: LayoutRequest['format'], dpi: number): LayoutRequest | undefined {
  const shown = describeShownMaps(true, false, layoutReference(settings));
  if (!shown) return undefined;
  const { title, text: below, legend, scaleBar, north, credits, grid, scale } = settings;
  const [widthMm, heightMm] = paperSize(settings);
  return {
    ...shown,
    format,
    dpi,
    widthMm,
    heightMm,
    sheet: {
      title: title.trim(),
      text: below.trim(),
      ...{ legend, scaleBar, north, credits, grid, scale },
      units: units.peek(),
      notes: layerNotes(),
      texts: { legend: printText.legendTitle, more: printText.more },
    },
  };
}

/** Return the filters of layers, and the displayed time of those with time settings, by layer ID. */
function layerNotes(): Record<string, string> {
  const chosen = new Map(openRecord.peek()?.layers.map(({ filter }, id) => [id, filter]) ?? filters.peek());
  const span = timeSpan.peek();
  const ofTime = requested.peek()?.LayerDescriptions?.filter(({ UseTime }) => UseTime) ?? [];
  const notes = new Map<number, string>(span && ofTime.map(({ LayerID }) => [LayerID, spanText(span)]));
  for (const [id, filter] of chosen) {
    const statusText =
      filter.trim() === ''
        ? []
        : [composeText.filtered(describeFilter(filter, mapInfo.peek()?.MapLayerInfos?.[id]?.Fields?.FieldArray ?? []))];
    const all = [...statusText, ...(notes.has(id) ? [notes.get(id)!] : [])];
    if (all.length > 0) notes.set(id, all.join(' · '));
  }
  return Object.fromEntries(notes);
}

/**
 * Print an image on a full sheet with the browser's dialog: one page of this size without the app. Resolves when the
 * dialog is closed.
 *
 * @throws {DOMException} if the image can't be read
 */
async function printSheet(file: Blob, widthMm: number, heightMm: number): Promise<void> {
  const sheet = document.createElement('div');
  const image = new Image();
  const rules = new CSSStyleSheet();
  rules.replaceSync(
    `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }
    @media print {
      :root, body { width: auto; height: auto; margin: 0; overflow: visible; background: #fff }
      body > :not(.print-sheet) { display: none }
      .print-sheet { display: block; width: ${widthMm}mm; height: ${heightMm}mm; overflow: hidden }
      .print-sheet img { display: block; width: 100%; height: 100% }
    }`,
  );
  sheet.className = 'print-sheet';
  sheet.hidden = true;
  image.alt = '';
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    sheet.append(image);
    document.body.append(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    const closed = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }));
    print();
    await closed;
  } finally {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((styleSheet) => styleSheet !== rules);
    URL.revokeObjectURL(image.src);
  }
}
