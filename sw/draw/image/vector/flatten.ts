import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { MarkerPart, Paint, Rgba, Stroke } from '../../surface/surface.ts';

/**
 * Take transparency out of a drawing, for formats that know none.
 *
 * The rule: every translucent colour becomes what it is over the ground, which is the first thing drawn when that is a
 * plain box over the whole picture, else white. Over the ground that is exact; where translucent things cover others,
 * what lies below them does not shine through.
 *
 * @returns the commands, every alpha 1; groups are left where they cut
 */
export function flattened({ commands, widthPx, heightPx }: Drawing): DrawingCommand[] {
  const first = commands[0];
  const white: Rgba = [255, 255, 255, 1];
  const isGround =
    first?.kind === 'box' &&
    first.paint.kind === 'solid' &&
    first.box.xPx <= 0 &&
    first.box.yPx <= 0 &&
    first.box.xPx + first.box.widthPx >= widthPx &&
    first.box.yPx + first.box.heightPx >= heightPx;
  return flattenedOver(commands, isGround ? over(first.paint.color, white, 1) : white, 1);
}

function flattenedOver(commands: readonly DrawingCommand[], ground: Rgba, alpha: number): DrawingCommand[] {
  const color = (rgba: Rgba) => over(rgba, ground, alpha);
  const paint = (from: Paint): Paint => ({ ...from, color: color(from.color) });
  const stroke = (from: Stroke): Stroke => ({ ...from, color: color(from.color) });
  const part = (from: MarkerPart): MarkerPart => ({
    ...from,
    ...(from.fill ? { fill: paint(from.fill) } : {}),
    ...(from.stroke ? { stroke: stroke(from.stroke) } : {}),
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
        const halo = run.halo ? { halo: { ...run.halo, color: color(run.halo.color) } } : {};
        return [{ ...command, run: { ...run, color: color(run.color), ...halo } }];
      }
      case 'picture': {
        const rgba = new Uint8ClampedArray(command.picture.rgba.length);
        for (let i = 0; i < rgba.length; i += 4) {
          const share = (command.picture.rgba[i + 3]! / 255) * alpha;
          for (let c = 0; c < 3; c++) rgba[i + c] = command.picture.rgba[i + c]! * share + ground[c]! * (1 - share);
          rgba[i + 3] = command.picture.rgba[i + 3]! * alpha > 0 ? 255 : 0;
        }
        return [{ ...command, picture: { ...command.picture, rgba } }];
      }
      case 'group': {
        const inside = flattenedOver(command.commands, ground, alpha * command.alpha);
        return command.clip ? [{ kind: 'group', alpha: 1, clip: command.clip, commands: inside }] : inside;
      }
    }
    return [];
  });
}

function isNothing([, , , own]: Rgba, alpha: number): boolean {
  return own * alpha === 0;
}

function over([red, green, blue, own]: Rgba, [r, g, b]: Rgba, alpha: number): Rgba {
  const share = own * alpha;
  const blend = (top: number, below: number) => Math.round(top * share + below * (1 - share));
  return [blend(red, r), blend(green, g), blend(blue, b), 1];
}
