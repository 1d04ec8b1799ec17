import type { PixelPaths } from './pixel-paths.ts';
import type { DrawingCommand } from './record.ts';
import type { Paint, PixelBox, Surface } from './surface.ts';

/** Draw recorded commands on another surface of the same resolution, moved right and down. */
export function drawMoved(surface: Surface, commands: readonly DrawingCommand[], dxPx: number, dyPx: number): void {
  // Several commands can use the same paths, each with a range of the features.
  const moved = new Map<PixelPaths, PixelPaths>();
  const movePaths = (paths: PixelPaths): PixelPaths => {
    const result = moved.get(paths) ?? { ...paths, xy: shift(paths.xy, paths.vertexCount) };
    moved.set(paths, result);
    return result;
  };
  const shift = (xy: Float32Array, count: number): Float32Array =>
    xy.subarray(0, 2 * count).map((value, i) => value + (i % 2 === 0 ? dxPx : dyPx));
  const moveBox = (box: PixelBox): PixelBox => ({ ...box, xPx: box.xPx + dxPx, yPx: box.yPx + dyPx });
  const movePaint = (paint: Paint): Paint =>
    paint.kind === 'hatch' && paint.tile
      ? { ...paint, tile: { ...paint.tile, xPx: paint.tile.xPx + dxPx, yPx: paint.tile.yPx + dyPx } }
      : paint;
  const draw = (list: readonly DrawingCommand[]): void => {
    for (const command of list) {
      switch (command.kind) {
        case 'fill':
          surface.fillPaths(movePaths(command.paths), command.from, command.to, movePaint(command.paint));
          break;
        case 'stroke':
          surface.strokePaths(movePaths(command.paths), command.from, command.to, command.stroke);
          break;
        case 'dots':
          surface.fillDots(shift(command.xy, command.count), command.count, command.sizePx, command.color);
          break;
        case 'markers':
          surface.stampMarker(command.marker, shift(command.xy, command.count), command.count, command.angleDeg);
          break;
        case 'box':
          surface.fillBox(moveBox(command.box), movePaint(command.paint));
          break;
        case 'text':
          surface.drawText({ ...command.run, xPx: command.run.xPx + dxPx, yPx: command.run.yPx + dyPx });
          break;
        case 'image':
          surface.drawImage(command.image, moveBox(command.box), command.angleDeg);
          break;
        case 'group':
          surface.beginGroup(command.alpha, command.clip && moveBox(command.clip));
          draw(command.commands);
          surface.endGroup();
      }
    }
  };
  draw(commands);
}
