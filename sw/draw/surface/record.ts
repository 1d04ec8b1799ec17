import { wrongValue } from '../../contract/index.ts';
import { measureText } from './canvas-text.ts';
import type { PixelPaths } from './pixel-paths.ts';
import type { CreateCanvas, Marker, Paint, PixelBox, PixelImage, Rgba, Stroke, Surface, TextRun } from './surface.ts';

/** Drawing command, named after the method of the surface. */
export type DrawingCommand =
  | {
      readonly kind: 'fill';
      readonly paths: PixelPaths;
      readonly from: number;
      readonly to: number;
      readonly paint: Paint;
    }
  | {
      readonly kind: 'stroke';
      readonly paths: PixelPaths;
      readonly from: number;
      readonly to: number;
      readonly stroke: Stroke;
    }
  | {
      readonly kind: 'dots';
      readonly xy: Float32Array;
      readonly count: number;
      readonly sizePx: number;
      readonly color: Rgba;
    }
  | {
      readonly kind: 'markers';
      readonly marker: Marker;
      readonly xy: Float32Array;
      readonly count: number;
      readonly angleDeg: number;
    }
  | { readonly kind: 'box'; readonly box: PixelBox; readonly paint: Paint }
  | { readonly kind: 'text'; readonly run: TextRun; readonly widthPx: number }
  | { readonly kind: 'image'; readonly image: PixelImage; readonly box: PixelBox; readonly angleDeg: number }
  | {
      readonly kind: 'group';
      readonly alpha: number;
      readonly clip?: PixelBox;
      readonly commands: readonly DrawingCommand[];
    };

export interface Drawing {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Commands in drawing order. */
  readonly commands: readonly DrawingCommand[];
  /** Makes a canvas to draw characters that no shipped font has. */
  readonly createCanvas?: CreateCanvas;
}

/** Surface that records drawing commands. `commands` is complete when every group has ended. */
export type Recording = Surface & Drawing;

/** Vertices closer than this are merged. A tenth of a pixel is finer than any printer at 96 pixels per inch. */
const recordedSnapPx = 0.1;

/** Make a recorder. Paths and points aren't copied, because callers don't change them afterwards. */
export function createRecording(widthPx: number, heightPx: number, createCanvas: CreateCanvas): Recording {
  const commands: DrawingCommand[] = [];
  const open: DrawingCommand[][] = [commands];
  const begun: { readonly alpha: number; readonly clip?: PixelBox }[] = [];
  const add = (command: DrawingCommand) => void open.at(-1)!.push(command);
  const measuring = createCanvas(1, 1).getContext('2d')!;

  return {
    widthPx,
    heightPx,
    snapPx: recordedSnapPx,
    commands,
    createCanvas,
    beginGroup(alpha, clip) {
      begun.push({ alpha, clip });
      open.push([]);
    },
    endGroup() {
      const group = begun.pop();
      if (!group) throw wrongValue('internal', 'Surface.endGroup', 'an open group', 'nothing');
      const inside = open.pop()!;
      if (inside.length > 0) add({ kind: 'group', ...group, commands: inside });
    },
    fillPaths(paths, from, to, paint) {
      if (to > from) add({ kind: 'fill', paths, from, to, paint });
    },
    strokePaths(paths, from, to, stroke) {
      if (to > from) add({ kind: 'stroke', paths, from, to, stroke });
    },
    fillDots(xy, count, sizePx, color) {
      if (count > 0) add({ kind: 'dots', xy, count, sizePx, color });
    },
    stampMarker(marker, xy, count, angleDeg) {
      if (count > 0) add({ kind: 'markers', marker, xy, count, angleDeg });
    },
    fillBox: (box, paint) => add({ kind: 'box', box, paint }),
    drawText(run) {
      if (run.text.trim() !== '')
        add({ kind: 'text', run, widthPx: measureText(() => measuring, run.text, run.font).widthPx });
    },
    drawImage: (image, box, angleDeg) => add({ kind: 'image', image, box, angleDeg }),
    measureText: (text, font) => measureText(() => measuring, text, font),
  };
}
