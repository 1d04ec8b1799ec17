import type { Extent } from '../../../sw/geometry/extent.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import { fitExtent } from '../../../sw/geometry/view.ts';
import { exportImage, readDefaultMap } from '../../map/widget/export-image.ts';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { defineReferences } from '../../state/definitions.ts';
import { extentToEnvelope, worldReference } from '../../state/references.ts';
import { services } from '../../state/services.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { publishText as t } from '../text/publish-text.ts';

const [widthPx, heightPx] = [360, 220];
/** Minimum extent of the map, so that its place in the world is recognizable. */
const minimumDegrees = 3;

/** If the geometries cover less than this share of the image, show a second, larger view. */
const dotShare = 0.2;

interface Placed {
  readonly paths: readonly Float64Array[];
  readonly frame: Extent;
  /** A smaller extent, if the geometries are only a dot in the frame. */
  readonly near?: Extent;
}

/** A sample of a layer's geometries on a small world map, in the given spatial reference. */
export function SketchMap(props: { layer: ReadLayer; reference: SpatialReference | undefined; color: string }) {
  const { layer, reference, color } = props;
  const subject = reference && JSON.stringify(reference);
  // No result means the positions can't be transformed to degrees.
  const { value: placed } = useRead(
    subject,
    () =>
      locate(layer, reference!).then(
        (sketchReference) => sketchReference ?? 'nowhere',
        () => 'nowhere' as const,
      ),
    { again: [layer] },
  );
  const frame = placed === 'nowhere' ? undefined : placed?.frame;
  const { value: image } = useRead(frame?.join(), () => worldImage(frame!, widthPx, heightPx));
  // A layer without geometries has no extent; that isn't an error.
  if (!layer.extent) return null;
  if (placed === 'nowhere') return <Notice kind="warning">{t.layer.nowhere}</Notice>;
  return (
    <figure class="sketch-map">
      {image && <img src={image} alt="" width={widthPx} height={heightPx} />}
      {placed && (
        <Shapes {...{ layer, color }} paths={placed.paths} frame={placed.frame} name={t.layer.where(layer.name)} />
      )}
      {placed?.near && (
        <div class="sketch-near">
          <Shapes {...{ layer, color }} paths={placed.paths} frame={placed.near} name={t.layer.near(layer.name)} />
        </div>
      )}
    </figure>
  );
}

function Shapes(props: Omit<Placed, 'near'> & { layer: ReadLayer; color: string; name: string }) {
  const { layer, color, paths, frame, name } = props;
  return (
    <svg
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={name}
      style={{ '--layer': color }}
      data-geometry={layer.geometry}
    >
      {layer.geometry === 'points' ? (
        <path d={dots({ paths, frame })} />
      ) : (
        paths.map((path, i) => <path key={i} d={outline(path, frame)} />)
      )}
    </svg>
  );
}

/** Convert the geometries to degrees and choose the extent around them; undefined if nothing can be converted. */
async function locate(layer: ReadLayer, reference: SpatialReference): Promise<Placed | undefined> {
  await defineReferences(reference);
  const way = sameReference(reference, worldReference) ? undefined : transformation(reference, worldReference);
  let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
  const paths = layer.sketch.map((path) => {
    const degrees = Float64Array.from(path);
    way?.forward(degrees);
    for (let offset = 0; offset < degrees.length; offset += 2) {
      const [x, y] = [degrees[offset]!, degrees[offset + 1]!];
      if (!(Math.abs(x) <= 360.5 && Math.abs(y) <= 90.5)) continue;
      [xmin, ymin] = [Math.min(xmin, x), Math.min(ymin, y)];
      [xmax, ymax] = [Math.max(xmax, x), Math.max(ymax, y)];
    }
    return degrees;
  });
  if (xmin > xmax) return undefined;
  const margin = Math.max((xmax - xmin) * 0.2, (ymax - ymin) * 0.2, minimumDegrees);
  const around = (degrees: number, squeeze = 1): Extent => {
    const all: Extent = [(xmin - degrees) * squeeze, ymin - degrees, (xmax + degrees) * squeeze, ymax + degrees];
    const [left, bottom, right, top] = fitExtent(all, widthPx, heightPx);
    return [left / squeeze, bottom, right / squeeze, top];
  };
  const frame = around(margin);
  const size = Math.max(xmax - xmin, ymax - ymin);
  const isDot = size > 0 && size < (frame[3] - frame[1]) * dotShare;
  // Correct the aspect ratio for the latitude.
  const near = isDot ? around(size * 0.12, Math.max(0.05, Math.cos(((ymin + ymax) / 360) * Math.PI))) : undefined;
  return { paths, frame, near };
}

const toPixel = (path: Float64Array, i: number, [xmin, ymin, xmax, ymax]: Extent): readonly [number, number] => [
  ((path[i]! - xmin) / (xmax - xmin)) * widthPx,
  ((ymax - path[i + 1]!) / (ymax - ymin)) * heightPx,
];

function outline(path: Float64Array, frame: Extent): string {
  let text = '';
  for (let i = 0; i < path.length; i += 2) {
    const [x, y] = toPixel(path, i, frame);
    if (Number.isFinite(x + y)) text += `${text ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return text;
}

/** Draw points as strokes without length and with round caps: one element for many points. */
function dots({ paths, frame }: Omit<Placed, 'near'>): string {
  let text = '';
  for (const path of paths)
    for (let i = 0; i < path.length; i += 2) {
      const [x, y] = toPixel(path, i, frame);
      if (Number.isFinite(x + y)) text += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
    }
  return text;
}

/** Key of the service that draws the background of previews, if it exists. */
const background = 'World';
const cached = new Map<string, Promise<string | undefined>>();
const maximumCached = 24;

/** Return the object URL of an image of the world in an extent in degrees; undefined if there is no such service. */
function worldImage(extent: Extent, widthPx: number, heightPx: number): Promise<string | undefined> {
  if (!services.value?.some(({ name }) => name === background)) return Promise.resolve(undefined);
  const key = extent.map((coordinate) => coordinate.toFixed(3)).join();
  let image = cached.get(key);
  if (!image) {
    image = draw(extent, widthPx, heightPx);
    cached.set(key, image);
    // The caller gets the error; the next call tries again.
    image.catch(() => cached.delete(key));
    const [oldest] = cached.keys();
    if (cached.size > maximumCached && oldest !== undefined) {
      void cached.get(oldest)?.then((url) => url && URL.revokeObjectURL(url));
      cached.delete(oldest);
    }
  }
  return image;
}

async function draw(extent: Extent, widthPx: number, heightPx: number): Promise<string> {
  const { info, published } = await readDefaultMap(background);
  const countries = info.MapLayerInfos?.find(({ Name }) => Name === 'Countries')?.LayerID;
  const description = {
    ...published,
    MapArea: { type: 'MapExtent', Extent: extentToEnvelope(extent, worldReference) } as const,
    LayerDescriptions: (published.LayerDescriptions ?? []).map((layer) => ({
      ...layer,
      Visible: countries === undefined ? layer.Visible : layer.LayerID === countries,
      ShowLabels: false,
    })),
  };
  const display = { ImageWidth: widthPx * 2, ImageHeight: heightPx * 2, ImageDPI: 120 };
  return URL.createObjectURL(await exportImage(background, description, display));
}
