import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { MarkerPart, Paint, PixelBox, PixelImage, Rgba, Stroke } from '../../surface/surface.ts';
import { isTilePaint } from './image-tile.ts';

/**
 * Remove transparency from a drawing, for formats without it.
 *
 * Each translucent color is blended with the background, which is exact over the background. Other content below
 * doesn't show through.
 *
 * @returns the commands with alpha 1 everywhere; groups remain only to clip
 */
export function flattenTransparency(drawing: Drawing): DrawingCommand[] {
  return flattenOver(drawing.commands, findBackgroundColor(drawing), 1);
}

/** Return the background color: the color of a solid box that is drawn first and covers the whole image, else white. */
export function findBackgroundColor(drawing: Drawing): Rgba {
  const first = drawing.commands[0];
  const white: Rgba = [255, 255, 255, 1];
  const isBackgroundBox = first?.kind === 'box' && first.paint.kind === 'solid' && coversAll(first.box, drawing);
  return isBackgroundBox ? over(first.paint.color, white, 1) : white;
}

export function coversAll(box: PixelBox, { widthPx, heightPx }: Drawing): boolean {
  return box.xPx <= 0 && box.yPx <= 0 && box.xPx + box.widthPx >= widthPx && box.yPx + box.heightPx >= heightPx;
}

function flattenOver(commands: readonly DrawingCommand[], background: Rgba, alpha: number): DrawingCommand[] {
  const color = (rgba: Rgba) => over(rgba, background, alpha);
  // Convert an image used by several commands only once.
  const images = new Map<PixelImage, PixelImage>();
  const image = (from: PixelImage): PixelImage => {
    const cached = images.get(from);
    if (cached) return cached;
    const rgba = new Uint8ClampedArray(from.rgba.length);
    for (let i = 0; i < rgba.length; i += 4) {
      const share = (from.rgba[i + 3]! / 255) * alpha;
      for (let c = 0; c < 3; c++) rgba[i + c] = from.rgba[i + c]! * share + background[c]! * (1 - share);
      rgba[i + 3] = share > 0 ? 255 : 0;
    }
    const flat = { ...from, rgba };
    images.set(from, flat);
    return flat;
  };
  const paint = (from: Paint): Paint =>
    isTilePaint(from)
      ? { ...from, color: color(from.color), tile: { ...from.tile, image: image(from.tile.image) } }
      : { ...from, color: color(from.color) };
  const stroke = (from: Stroke): Stroke => ({ ...from, color: color(from.color) });
  const part = (from: MarkerPart): MarkerPart => ({
    ...from,
    fill: from.fill && paint(from.fill),
    stroke: from.stroke && stroke(from.stroke),
  });
  return commands.flatMap((command): DrawingCommand[] => {
    switch (command.kind) {
      case 'fill':
      case 'box':
        return isNothing(command.paint.color, alpha) ? [] : [{ ...command, paint: paint(command.paint) }];
      case 'stroke':
        return isNothing(command.stroke.color, alpha) ? [] : [{ ...command, stroke: stroke(command.stroke) }];
      case 'dots':
        return isNothing(command.color, alpha) ? [] : [{ ...command, color: color(command.color) }];
      case 'markers':
        return [{ ...command, marker: { ...command.marker, parts: command.marker.parts.map(part) } }];
      case 'text': {
        const { run } = command;
        const halo = run.halo && { ...run.halo, color: color(run.halo.color) };
        return [{ ...command, run: { ...run, color: color(run.color), halo } }];
      }
      case 'image':
        return [{ ...command, image: image(command.image) }];
      case 'group': {
        const inside = flattenOver(command.commands, background, alpha * command.alpha);
        return command.clip ? [{ kind: 'group', alpha: 1, clip: command.clip, commands: inside }] : inside;
      }
    }
    return [];
  });
}

function isNothing([, , , ownAlpha]: Rgba, alpha: number): boolean {
  return ownAlpha * alpha === 0;
}

function over([red, green, blue, ownAlpha]: Rgba, [r, g, b]: Rgba, alpha: number): Rgba {
  const share = ownAlpha * alpha;
  const blend = (top: number, below: number) => Math.round(top * share + below * (1 - share));
  return [blend(red, r), blend(green, g), blend(blue, b), 1];
}
