import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FileButton } from '../../parts/form/file-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { styleText } from '../text/style-text.ts';

/** Symbols are small; a larger image would only make every request larger. */
const maxPx = 256;

export function PictureChoice(props: {
  picture: Uint8Array | undefined;
  onArrow?: () => void;
  onPicture: (picture: Uint8Array | undefined) => void;
}) {
  const { picture, onArrow, onPicture } = props;
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    try {
      onPicture(await smallPng(file));
    } catch {
      setProblem(styleText.noPicture(file.name));
    }
  };
  return (
    <div class="control-row">
      <span>{styleText.picture}</span>
      <span class="picture-choice">
        {picture && <Shown picture={picture} />}
        <FileButton
          small
          icon="picture"
          name={styleText.choosePicture}
          accept="image/*"
          onFiles={([file]) => void take(file)}
        />
        {onArrow && (
          <Button small onClick={onArrow}>
            {styleText.arrow}
          </Button>
        )}
        {picture && (
          <Button small kind="quiet" onClick={() => onPicture(undefined)}>
            {styleText.dropPicture}
          </Button>
        )}
      </span>
      {problem && <Notice kind="error">{problem}</Notice>}
    </div>
  );
}

function Shown({ picture }: { picture: Uint8Array }) {
  const url = useObjectUrl(useMemo(() => new Blob([picture as Uint8Array<ArrayBuffer>]), [picture]));
  return url ? <img src={url} alt="" width={28} height={28} /> : null;
}

/** Make a PNG of a picture file, no larger than a symbol needs. @throws {Error} when the browser cannot read it */
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
    return await pngOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const arrowPx = 64;

/** Draw an arrow that points north; colours as `#rrggbb`. */
export function arrowPicture(color: string, outlineColor: string): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [arrowPx, arrowPx];
  const pen = canvas.getContext('2d')!;
  // A slim notched dart still shows its direction at a few pixels.
  const path = new Path2D('M32 4 L52 58 L32 46 L12 58 Z');
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth, pen.lineJoin] = [color, outlineColor, 5, 'round'];
  pen.stroke(path);
  pen.fill(path);
  return pngOf(canvas);
}

async function pngOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('no PNG');
  return new Uint8Array(await png.arrayBuffer());
}
