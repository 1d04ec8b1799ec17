import type { PixelPaths } from './pixel-paths.ts';
import type { DrawingCommand } from './record.ts';
import type { Paint, PixelBox, Surface } from './surface.ts';

/** Draw recorded commands on another surface of the same resolution, moved right and down. */
export function drawMoved(surface: Surface, commands: readonly DrawingCommand[], dxPx: number, dyPx: number): void {
  // Several commands can use the same paths, each with a range of the features.
  const moved = new Map<PixelPaths, PixelPaths>();
  const pathsOf = (paths: PixelPaths): PixelPaths => {
    const found = moved.get(paths) ?? { ...paths, xy: shifted(paths.xy, paths.vertexCount) };
    moved.set(paths, found);
    return found;
  };
  const shifted = (xy: Float32Array, count: number): Float32Array =>
    xy.subarray(0, 2 * count).map((value, at) => value + (at % 2 === 0 ? dxPx : dyPx));
  const boxOf = (box: PixelBox): PixelBox => ({ ...box, xPx: box.xPx + dxPx, yPx: box.yPx + dyPx });
  const paintOf = (paint: Paint): Paint =>
    paint.kind === 'hatch' && paint.tile
      ? { ...paint, tile: { ...paint.tile, xPx: paint.tile.xPx + dxPx, yPx: paint.tile.yPx + dyPx } }
      : paint;
  const draw = (list: readonly DrawingCommand[]): void => {
    for (const command of list) {
      switch (command.kind) {
        case 'fill':
          surface.fillPaths(pathsOf(command.paths), command.from, command.to, paintOf(command.paint));
          break;
        case 'stroke':
          surface.strokePaths(pathsOf(command.paths), command.from, command.to, command.stroke);
          break;
        case 'dots':
          surface.fillDots(shifted(command.xy, command.count), command.count, command.sizePx, command.color);
          break;
        case 'markers':
          surface.stampMarker(command.marker, shifted(command.xy, command.count), command.count, command.angleDeg);
          break;
        case 'box':
          surface.fillBox(boxOf(command.box), paintOf(command.paint));
          break;
        case 'text':
          surface.drawText({ ...command.run, xPx: command.run.xPx + dxPx, yPx: command.run.yPx + dyPx });
          break;
        case 'image':
          surface.drawImage(command.image, boxOf(command.box), command.angleDeg);
          break;
        case 'group':
          surface.beginGroup(command.alpha, command.clip && boxOf(command.clip));
          draw(command.commands);
          surface.endGroup();
      }
    }
  };
  draw(commands);
}
