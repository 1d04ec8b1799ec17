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

export interface MapImage extends Frame {
  readonly image: HTMLImageElement;
}

interface ImageLayer {
  readonly layer: Layer;
  /** Put a new picture over the present one, which goes when the new one is opaque. */
  show(image: MapImage): void;
  clear(): void;
}

/**
 * Make a layer that shows pictures of the whole map.
 *
 * A picture is drawn by the server for one view, turned as the view is, so that labels stand upright. Until the next one is there
 * the present one is moved, turned and scaled with the view.
 */
export function imageLayer(): ImageLayer {
  const element = document.createElement('div');
  element.className = 'map-images';
  let images: MapImage[] = [];
  let frame: FrameState | undefined;

  const layer = new Layer({
    render(frameState) {
      frame = frameState;
      for (const image of images) position(image, frameState);
      return element;
    },
  });

  const drop = (image: MapImage) => {
    image.image.remove();
    URL.revokeObjectURL(image.image.src);
  };

  return {
    layer,
    show(image) {
      const older = images;
      images = [...older, image];
      image.image.className = 'map-image';
      if (frame) position(image, frame);
      element.append(image.image);
      const finish = () => {
        for (const one of older) drop(one);
        images = images.filter((one) => !older.includes(one));
      };
      // Two opaque pictures of different scale would show through each other while fading; so only the newcomer fades.
      setTimeout(finish, 160);
      layer.changed();
    },
    clear() {
      for (const image of images) drop(image);
      images = [];
    },
  };
}

function position(image: MapImage, { size, viewState }: FrameState): void {
  const { center, resolution, rotation } = viewState;
  const dx = (image.center[0] - center[0]!) / resolution;
  const dy = -(image.center[1] - center[1]!) / resolution;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const left = size[0]! / 2 + dx * cos - dy * sin - image.widthPx / 2;
  const top = size[1]! / 2 + dx * sin + dy * cos - image.heightPx / 2;
  const turn = rotation - image.rotation;
  const scale = image.resolution / resolution;
  const { style } = image.image;
  style.width = `${image.widthPx}px`;
  style.height = `${image.heightPx}px`;
  style.transform = `translate(${left}px, ${top}px) rotate(${turn}rad) scale(${scale})`;
}
