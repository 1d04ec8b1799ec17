import { useEffect, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { call, formatError, send } from '../../connection/call.ts';
import { describeShownMaps, drawLayout } from '../../map/layout.ts';
import { hasExtension } from '../../parts/extension.ts';
import { Check } from '../../parts/form/check.tsx';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useWork } from '../../parts/use-work.ts';
import { background } from '../../state/background.ts';
import { readShownView } from '../../state/requested.ts';
import { plainValue } from '../../state/rows.ts';
import { currentKey, currentTitle } from '../../state/services.ts';
import { closeMapDialog } from '../../state/tasks.ts';
import { screen } from '../../state/view.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { exportText as texts } from './text/export-text.ts';

type Format = Exclude<Value<'gisImageFormat'>, 'gisImageNone'>;

/** File endings; a DIB is a bitmap without its file header. */
const endings: Partial<Record<Format, string>> = {
  gisImagePNG32: 'png',
  gisImagePNG24: 'png',
  gisImagePNG: 'png',
  gisImageJPG: 'jpg',
  gisImageJPGPNG: 'jpg',
  gisImageTIFF: 'tif',
  gisImageGIF: 'gif',
  gisImageBMP: 'bmp',
  gisImageDIB: 'dib',
  gisImageSVG: 'svg',
  gisImagePDF: 'pdf',
  gisImageAI: 'ai',
  gisImagePS: 'ps',
  gisImageEMF: 'emf',
};
const resolutions = [96, 150, 200, 300];
/** Width and height of each paper size in millimeters. */
const papers: Partial<Record<string, readonly [number, number]>> = {
  a4landscape: [297, 210],
  a4portrait: [210, 297],
  a3landscape: [420, 297],
};

interface Limits {
  readonly formats: readonly Format[];
  readonly maxWidthPx: number;
  readonly maxHeightPx: number;
}

const labelFormat = (name: Format): string => texts.formats[name] ?? name.replace('gisImage', '');

export function ExportImage() {
  const [limits, setLimits] = useState<Limits>();
  const [format, setFormat] = useState<Format>('gisImagePNG32');
  const [size, setSize] = useState('screen');
  const [dpi, setDpi] = useState(150);
  const [customSize, setOwn] = useState<readonly [number, number]>([1600, 1000]);
  const work = useWork();
  const [hasBackground, setBackground] = useState(true);
  // The worker's part of the print extension draws several maps into one image.
  const canHaveBackground = background.value.kind !== 'none' && hasExtension('print');
  useEffect(() => {
    readLimits().then(setLimits, (error) => work.setProblem(formatError(error)));
  }, []);
  const [widthPx, heightPx] = imagePixels(size, dpi, customSize);
  const isTooLarge = limits && (widthPx > limits.maxWidthPx || heightPx > limits.maxHeightPx);
  const isSound = widthPx >= 1 && heightPx >= 1 && Number.isInteger(widthPx) && Number.isInteger(heightPx);
  const download = async (signal: AbortSignal) => {
    const draw = canHaveBackground && hasBackground ? drawWithBackground : drawFile;
    await draw(format, widthPx, heightPx, dpi, signal);
    closeMapDialog();
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.download}
      icon="download"
      isReady={limits !== undefined && !isTooLarge && isSound}
      working={texts.working}
      failed={texts.failed}
      work={work}
      onSubmit={download}
      onClose={closeMapDialog}
    >
      <div class="form-grid">
        <SelectField
          label={texts.format}
          value={format}
          choices={(limits?.formats ?? [format]).map((name) => [name, labelFormat(name)])}
          onChange={setFormat}
        />
        <SelectField
          label={texts.dpi}
          value={dpi}
          choices={resolutions.map((dpiChoice) => [dpiChoice, texts.dpiUnit(dpiChoice)])}
          onChange={setDpi}
        />
        <SelectField label={texts.size} value={size} choices={labelChoices(texts.sizes)} onChange={setSize} />
        {size === 'custom' ? (
          <div class="pair">
            {(['width', 'height'] as const).map((side, index) => (
              <label class="field" key={side}>
                <span>{texts[side]}</span>
                <input
                  class="input"
                  type="number"
                  min={1}
                  value={customSize[index]}
                  onInput={(event) =>
                    setOwn(customSize.with(index, event.currentTarget.valueAsNumber) as [number, number])
                  }
                />
              </label>
            ))}
          </div>
        ) : (
          <p class="field-note">{texts.result(formatCount(widthPx), formatCount(heightPx))}</p>
        )}
      </div>
      {canHaveBackground && (
        <Check on={hasBackground} onChange={setBackground}>
          {texts.background}
        </Check>
      )}
      <p class="soft">{texts.extent}</p>
      {isTooLarge && (
        <Notice kind="warning">{texts.reduced(formatCount(limits.maxWidthPx), formatCount(limits.maxHeightPx))}</Notice>
      )}
    </FormDialog>
  );
}

function imagePixels(size: string, dpi: number, customSize: readonly [number, number]): readonly [number, number] {
  const paper = papers[size];
  if (paper) return [Math.round((paper[0] / 25.4) * dpi), Math.round((paper[1] / 25.4) * dpi)];
  if (size === 'custom') return customSize;
  if (size === 'square') return [1080, 1080];
  const shown = screen.peek();
  return [Math.round(((shown?.widthPx ?? 0) * dpi) / 96), Math.round(((shown?.heightPx ?? 0) * dpi) / 96)];
}

async function readLimits(): Promise<Limits> {
  const { Result } = await call('GetServiceConfigurationInfo', currentKey.peek() ?? '', {});
  const properties = new Map(Result.PropertyArray.map(({ Key, Value: value }) => [Key, plainValue(value ?? null)]));
  const listed = String(properties.get('SupportedImageFormatTypes') ?? '')
    .split(/[\s,]+/)
    .map((name) => name.replace(/^(gisImage)?/, 'gisImage'));
  const knownFormats = Object.keys(texts.formats) as Format[];
  const formats = knownFormats.filter((knownFormat) =>
    listed.some((name) => name.toLowerCase() === knownFormat.toLowerCase()),
  );
  return {
    formats: formats.length > 0 ? formats : ['gisImagePNG32'],
    maxWidthPx: Number(properties.get('MaximumImageWidth')) || 4096,
    maxHeightPx: Number(properties.get('MaximumImageHeight')) || 4096,
  };
}

async function drawFile(
  ImageFormat: Format,
  ImageWidth: number,
  ImageHeight: number,
  ImageDPI: number,
  signal: AbortSignal,
): Promise<void> {
  const [service, shown] = [currentKey.peek(), readShownView()];
  if (!service || !shown) return;
  const { Result } = await call(
    'ExportMapImage',
    service,
    {
      MapDescription: shown.MapDescription,
      ImageDescription: {
        ImageType: { ImageFormat, ImageReturnType: 'gisImageReturnURL' },
        ImageDisplay: { ImageWidth, ImageHeight, ImageDPI },
      },
    },
    { signal },
  );
  const response = await send('ExportMapImage', Result.ImageURL, { signal });
  saveImage(await response.blob(), ImageFormat);
}

/** Draw the map over its background, with the attribution in a corner. */
async function drawWithBackground(
  format: Format,
  widthPx: number,
  heightPx: number,
  dpi: number,
  signal: AbortSignal,
): Promise<void> {
  const shown = describeShownMaps(true, background.peek().isDark);
  if (!shown) return;
  const [widthMm, heightMm] = [(widthPx * 25.4) / dpi, (heightPx * 25.4) / dpi];
  saveImage((await drawLayout({ ...shown, format, dpi, widthMm, heightMm }, signal)).file, format);
}

function saveImage(blob: Blob, ImageFormat: Format): void {
  const ending = ImageFormat === 'gisImageJPGPNG' && blob.type === 'image/png' ? 'png' : endings[ImageFormat];
  saveFile(blob, `${currentTitle.peek() ?? text.appName}.${ending ?? 'img'}`);
}
