import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type { Extent } from '../../../sw/geometry/extent.ts';

/** What one picture shows: map units, CSS pixels, radians clockwise. */
export interface Frame {
  readonly center: readonly [number, number];
  readonly resolution: number;
  readonly rotation: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The extent of a frame that is not turned; of a turned one that of the same frame before. */
export function extentOfFrame({ center: [x, y], resolution, widthPx, heightPx }: Frame): Extent {
  const [halfWidth, halfHeight] = [(widthPx * resolution) / 2, (heightPx * resolution) / 2];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

export interface Picture extends Frame {
  readonly image: HTMLImageElement;
}

interface PictureLayer {
  readonly layer: Layer;
  /** Put a new picture over the present one, which goes when the new one is opaque. */
  show(picture: Picture): void;
  clear(): void;
}

/**
 * Make a layer that shows pictures of the whole map.
 *
 * A picture is drawn by the server for one view, turned as the view is, so that labels stand upright. Until the next one is there
 * the present one is moved, turned and scaled with the view.
 */
export function imageLayer(): PictureLayer {
  const element = document.createElement('div');
  element.className = 'map-pictures';
  let pictures: Picture[] = [];
  let frame: FrameState | undefined;

  const layer = new Layer({
    render(frameState) {
      frame = frameState;
      for (const picture of pictures) position(picture, frameState);
      return element;
    },
  });

  const drop = (picture: Picture) => {
    picture.image.remove();
    URL.revokeObjectURL(picture.image.src);
  };

  return {
    layer,
    show(picture) {
      const older = pictures;
      pictures = [...older, picture];
      picture.image.className = 'map-picture';
      if (frame) position(picture, frame);
      element.append(picture.image);
      const finish = () => {
        for (const one of older) drop(one);
        pictures = pictures.filter((one) => !older.includes(one));
      };
      // Two opaque pictures of different scale would show through each other while fading; so only the newcomer fades.
      setTimeout(finish, 160);
      layer.changed();
    },
    clear() {
      for (const picture of pictures) drop(picture);
      pictures = [];
    },
  };
}

function position(picture: Picture, { size, viewState }: FrameState): void {
  const { center, resolution, rotation } = viewState;
  const dx = (picture.center[0] - center[0]!) / resolution;
  const dy = -(picture.center[1] - center[1]!) / resolution;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const left = size[0]! / 2 + dx * cos - dy * sin - picture.widthPx / 2;
  const top = size[1]! / 2 + dx * sin + dy * cos - picture.heightPx / 2;
  const turn = rotation - picture.rotation;
  const scale = picture.resolution / resolution;
  const { style } = picture.image;
  style.width = `${picture.widthPx}px`;
  style.height = `${picture.heightPx}px`;
  style.transform = `translate(${left}px, ${top}px) rotate(${turn}rad) scale(${scale})`;
}
