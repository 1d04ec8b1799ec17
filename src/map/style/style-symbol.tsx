import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FileButton } from '../../parts/form/file-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { ChoiceRow, ColorRow, SliderRow } from './control-rows.tsx';
import type { Facets } from './symbol-facets.ts';

const texts = mapText.style;

interface Props {
  facets: Facets;
  hasColor: boolean;
  /** Percent. */
  opacity: number;
  onFacets: (facets: Facets) => void;
  onOpacity: (percent: number) => void;
}

export function StyleSymbol({ facets, hasColor, opacity, onFacets, onOpacity }: Props) {
  const { kind, image } = facets;
  const put = (part: Partial<Facets>) => onFacets({ ...facets, ...part });
  // An arrow is an image in the chosen color.
  const [isArrow, setArrow] = useState(false);
  const drawArrow = async (color: string) => {
    const drawn = await arrowImage(color, facets.outlineColor);
    setArrow(true);
    put({ color, ...withImage(facets, drawn) });
  };
  const hasSize = kind !== 'fill' || image !== undefined;
  return (
    <fieldset class="task-group">
      <legend>{texts.symbol}</legend>
      {hasColor && image && isArrow && (
        <ColorRow name={texts.colour} value={facets.color} onChange={(color) => void drawArrow(color)} />
      )}
      {hasColor && !image && <ColorRow name={texts.colour} value={facets.color} onChange={(color) => put({ color })} />}
      {hasSize && (
        <SliderRow
          name={kind === 'marker' ? texts.size : texts.width}
          unit={texts.points}
          value={facets.sizePt}
          minimum={kind === 'line' ? 0.25 : 1}
          most={kind === 'line' ? 12 : 60}
          step={kind === 'line' ? 0.25 : 0.5}
          onChange={(sizePt) => put({ sizePt })}
        />
      )}
      {kind === 'marker' && !image && (
        <ChoiceRow
          name={texts.shape}
          value={facets.markerStyle}
          choices={texts.shapes}
          onChange={(markerStyle) => put({ markerStyle })}
        />
      )}
      {kind === 'line' && (
        <ChoiceRow
          name={styleText.dashes}
          value={facets.lineStyle}
          choices={styleText.lines}
          onChange={(lineStyle) => put({ lineStyle })}
        />
      )}
      {kind === 'fill' && !image && (
        <ChoiceRow
          name={styleText.pattern}
          value={facets.fillStyle}
          choices={styleText.fills}
          onChange={(fillStyle) => put({ fillStyle })}
        />
      )}
      {(kind === 'fill' || (kind === 'marker' && !image)) && <Outline facets={facets} put={put} />}
      <SliderRow name={texts.opacity} unit="%" value={opacity} minimum={0} most={100} step={1} onChange={onOpacity} />
      {kind !== 'line' && (
        <details class="task-more" open={image !== undefined || undefined}>
          <summary>{kind === 'marker' ? styleText.more : styleText.image}</summary>
          {(kind === 'marker' || image) && (
            <SliderRow
              name={styleText.angle}
              unit={styleText.degrees}
              value={facets.angleDeg}
              minimum={-180}
              most={180}
              step={5}
              onChange={(angleDeg) => put({ angleDeg })}
            />
          )}
          {kind === 'marker' &&
            (['xOffsetPt', 'yOffsetPt'] as const).map((name) => (
              <SliderRow
                key={name}
                name={name === 'xOffsetPt' ? styleText.offsetX : styleText.offsetY}
                unit={texts.points}
                value={facets[name]}
                minimum={-40}
                most={40}
                step={1}
                onChange={(offset) => put({ [name]: offset })}
              />
            ))}
          <ImageChoice
            image={image}
            onArrow={kind === 'marker' ? () => void drawArrow(facets.color) : undefined}
            onImage={(picked) => {
              setArrow(false);
              put(withImage(facets, picked));
            }}
          />
        </details>
      )}
    </fieldset>
  );
}

function Outline({ facets, put }: { facets: Facets; put: (part: Partial<Facets>) => void }) {
  return (
    <>
      <ColorRow name={texts.outline} value={facets.outlineColor} onChange={(outlineColor) => put({ outlineColor })} />
      <SliderRow
        name={`${texts.outline}, ${texts.width.toLowerCase()}`}
        unit={texts.points}
        value={facets.outlinePt}
        minimum={0}
        most={5}
        step={0.1}
        onChange={(outlinePt) => put({ outlinePt })}
      />
      {facets.kind === 'fill' && facets.outlinePt > 0 && (
        <ChoiceRow
          name={styleText.outlineDashes}
          value={facets.lineStyle}
          choices={styleText.lines}
          onChange={(lineStyle) => put({ lineStyle })}
        />
      )}
    </>
  );
}

/** Enlarge an image symbol, because an image as small as the disc it replaces would be illegible. */
function withImage({ kind, sizePt }: Facets, image: Uint8Array | undefined): Partial<Facets> {
  return { image, ...(image && { sizePt: Math.max(sizePt, kind === 'marker' ? 16 : 24) }) };
}

/** Maximum side of an image. Symbols are small, so a larger image would only make every request larger. */
const maxPx = 256;

function ImageChoice(props: {
  image: Uint8Array | undefined;
  onArrow?: () => void;
  onImage: (image: Uint8Array | undefined) => void;
}) {
  const { image, onArrow, onImage } = props;
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    try {
      onImage(await smallPng(file));
    } catch {
      setProblem(styleText.noImage(file.name));
    }
  };
  return (
    <div class="control-row">
      <span>{styleText.image}</span>
      <span class="image-choice">
        {image && <Shown image={image} />}
        <FileButton
          small
          icon="image"
          name={styleText.chooseImage}
          accept="image/*"
          onFiles={([file]) => void take(file)}
        />
        {onArrow && (
          <Button small onClick={onArrow}>
            {styleText.arrow}
          </Button>
        )}
        {image && (
          <Button small kind="quiet" onClick={() => onImage(undefined)}>
            {styleText.dropImage}
          </Button>
        )}
      </span>
      {problem && <Notice kind="error">{problem}</Notice>}
    </div>
  );
}

function Shown({ image }: { image: Uint8Array }) {
  const url = useObjectUrl(useMemo(() => new Blob([image as Uint8Array<ArrayBuffer>]), [image]));
  return url ? <img src={url} alt="" width={28} height={28} /> : null;
}

/** Convert an image file to a PNG no larger than a symbol needs. @throws {Error} if the browser can't decode it */
async function smallPng(file: File): Promise<Uint8Array> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // An SVG without a size fills the square.
    const [width, height] = [image.naturalWidth || maxPx, image.naturalHeight || maxPx];
    const share = Math.min(1, maxPx / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * share));
    canvas.height = Math.max(1, Math.round(height * share));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await toPng(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const arrowPx = 64;

/** Draw an arrow that points north; colors as `#rrggbb`. */
function arrowImage(color: string, outlineColor: string): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [arrowPx, arrowPx];
  const pen = canvas.getContext('2d')!;
  // A slim notched dart still shows its direction at a few pixels.
  const path = new Path2D('M32 4 L52 58 L32 46 L12 58 Z');
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth, pen.lineJoin] = [color, outlineColor, 5, 'round'];
  pen.stroke(path);
  pen.fill(path);
  return toPng(canvas);
}

async function toPng(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('no PNG');
  return new Uint8Array(await png.arrayBuffer());
}
