import type { DrawingCommand } from '../../surface/record.ts';
import type { PixelImage } from '../../surface/surface.ts';
import type { ByteWriter } from '../byte-writer.ts';
import { deflate } from '../deflate.ts';
import { formatFactor } from './features.ts';
import { type TilePaint, tileMatrix } from './image-tile.ts';
import { imageMatrix } from './text-parts.ts';

/**
 * Write an image whose pixels are opaque or transparent. Transparent pixels are masked by an unused gray, or white if
 * every gray is used.
 */
export async function writePsImage(
  ps: ByteWriter,
  { image, box, angleDeg }: Extract<DrawingCommand, { kind: 'image' }>,
): Promise<void> {
  const { head, data } = await encodePsImage(image);
  ps.text(
    `q [${imageMatrix(box, angleDeg).map(formatFactor).join(' ')}] concat /DeviceRGB setcolorspace\n` +
      `<< ${head} /DataSource currentfile /ASCII85Decode filter /FlateDecode filter >> image\n${data}~>\nQ\n`,
  );
}

/** Return the name of the pattern that repeats an image. The first use defines it in the current space. */
export async function patternProcedure(
  ps: ByteWriter,
  patterns: Map<PixelImage, string>,
  { tile }: TilePaint,
): Promise<string> {
  const { image, widthPx, heightPx, gapXPx, gapYPx } = tile;
  let name = patterns.get(image);
  if (name === undefined) {
    name = `T${patterns.size}`;
    patterns.set(image, name);
    const { head, data } = await encodePsImage(image);
    ps.text(
      `/${name}D currentfile /ASCII85Decode filter /FlateDecode filter /ReusableStreamDecode filter\n${data}~>\ndef\n` +
        `/${name} << /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${formatFactor(widthPx)} ${formatFactor(heightPx)}] ` +
        `/XStep ${formatFactor(widthPx + gapXPx)} /YStep ${formatFactor(heightPx + gapYPx)}\n` +
        `/PaintProc { pop ${name}D 0 setfileposition /DeviceRGB setcolorspace [${formatFactor(widthPx)} 0 0 ${formatFactor(-heightPx)} 0 ${formatFactor(heightPx)}] concat ` +
        `<< ${head} /DataSource ${name}D >> image } bind >> [${tileMatrix(tile).map(formatFactor).join(' ')}] makepattern def\n`,
    );
  }
  return name;
}

/** Return the data of an image, and its dictionary without the data source. */
async function encodePsImage(image: PixelImage): Promise<{ head: string; data: string }> {
  const { rgba, columns, lines } = image;
  const isMasked = rgba.some((value, i) => i % 4 === 3 && value === 0);
  const absent = isMasked ? findUnusedGray(rgba) : undefined;
  const rgb = new Uint8Array(columns * lines * 3);
  for (let i = 0; i < columns * lines; i++) {
    const isAbsent = rgba[4 * i + 3] === 0;
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = isAbsent ? (absent ?? 255) : rgba[4 * i + c]!;
  }
  const mask = absent === undefined ? '/ImageType 1' : `/ImageType 4 /MaskColor [${absent} ${absent} ${absent}]`;
  return {
    head:
      `${mask} /Width ${columns} /Height ${lines} /BitsPerComponent 8 /Decode [0 1 0 1 0 1] ` +
      `/ImageMatrix [${columns} 0 0 ${-lines} 0 ${lines}]`,
    data: ascii85(await deflate([rgb])),
  };
}

/** Find a gray that no opaque pixel has; undefined if all are used. */
function findUnusedGray(rgba: Uint8ClampedArray): number | undefined {
  const used = new Uint8Array(256);
  for (let i = 0; i < rgba.length; i += 4)
    if (rgba[i + 3] !== 0 && rgba[i] === rgba[i + 1] && rgba[i] === rgba[i + 2]) used[rgba[i]!] = 1;
  const gray = used.lastIndexOf(0);
  return gray < 0 ? undefined : gray;
}

function ascii85(bytes: Uint8Array): string {
  let text = '';
  let column = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    const count = Math.min(4, bytes.length - i);
    let word = 0;
    for (let j = 0; j < 4; j++) word = word * 256 + (bytes[i + j] ?? 0);
    let group = '';
    for (let j = 0; j < 5; j++) {
      group = String.fromCharCode(33 + (word % 85)) + group;
      word = Math.floor(word / 85);
    }
    text += count === 4 && group === '!!!!!' ? 'z' : group.slice(0, count + 1);
    column += 5;
    if (column >= 100) {
      text += '\n';
      column = 0;
    }
  }
  return text;
}
