import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type { Extent } from '../../../sw/geometry/extent.ts';

/** Area of an image: map units, CSS pixels, radians clockwise. */
export interface Frame {
  readonly center: readonly [number, number];
  readonly resolution: number;
  readonly rotation: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Return the extent of a frame before its rotation. */
export function extentOfFrame({ center: [x, y], resolution, widthPx, heightPx }: Frame): Extent {
  const [halfWidth, halfHeight] = [(widthPx * resolution) / 2, (heightPx * resolution) / 2];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

export interface MapImage extends Frame {
  readonly element: HTMLImageElement;
}

interface ImageLayer {
  readonly layer: Layer;
  /** Fade in a new image over the current one, which is removed when the new one is opaque. */
  show(image: MapImage): void;
  clear(): void;
}

/**
 * Create a layer that shows images of the whole map.
 *
 * The server draws an image for one view, rotated like the view, so that labels stay upright. Until the next image
 * arrives, the current one is moved, rotated and scaled with the view.
 */
export function imageLayer(): ImageLayer {
  const container = document.createElement('div');
  container.className = 'map-images';
  let images: MapImage[] = [];
  let frame: FrameState | undefined;

  const layer = new Layer({
    render(frameState) {
      frame = frameState;
      for (const image of images) position(image, frameState);
      return container;
    },
  });

  const drop = (image: MapImage) => {
    image.element.remove();
    URL.revokeObjectURL(image.element.src);
  };

  return {
    layer,
    show(image) {
      const older = images;
      images = [...older, image];
      image.element.className = 'map-image';
      if (frame) position(image, frame);
      container.append(image.element);
      const finish = () => {
        for (const olderImage of older) drop(olderImage);
        images = images.filter((mapImage) => !older.includes(mapImage));
      };
      // Keep the older images opaque: if both images faded, the background would show through.
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
  const { style } = image.element;
  style.width = `${image.widthPx}px`;
  style.height = `${image.heightPx}px`;
  style.transform = `translate(${left}px, ${top}px) rotate(${turn}rad) scale(${scale})`;
}
