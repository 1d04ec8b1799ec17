import { union } from '../../../sw/geometry/extent.ts';
import type { ReadLayer } from '../import/read-layer.ts';

/** What a form says of the reference of a layer. */
interface LayerCode {
  readonly isLeftOut: boolean;
  readonly code: string;
  readonly hasOwnCode?: boolean;
}

/**
 * The layers of the drawing (DXF) that a layer is of, by their numbers: they lie in one coordinate system, which the drawing does not
 * say. Of every other file a layer is alone.
 */
function layersOfDrawing(layers: readonly ReadLayer[], at: number): number[] {
  const { format, fileName } = layers[at]!;
  if (format !== 'DXF') return [at];
  return layers.flatMap((one, i) =>
    one.format === 'DXF' && one.fileName === fileName && one.geometry !== 'none' ? [i] : [],
  );
}

/** The layer whose choice applies to another of its drawing; undefined for a layer that has a choice of its own. */
export function referenceLeader(
  layers: readonly ReadLayer[],
  forms: readonly LayerCode[],
  at: number,
): number | undefined {
  const first = followersOf(layers, forms, at).find((i) => !forms[i]!.isLeftOut);
  return first === at ? undefined : first;
}

/** The layers that a choice for one of them applies to, itself among them. */
export const followersOf = (layers: readonly ReadLayer[], forms: readonly LayerCode[], at: number): number[] =>
  forms[at]!.hasOwnCode ? [at] : layersOfDrawing(layers, at).filter((i) => !forms[i]!.hasOwnCode);

/** Give a layer a reference, and those that its choice applies to. */
export function withCode<Layer extends LayerCode>(
  layers: readonly ReadLayer[],
  forms: readonly Layer[],
  at: number,
  code: string,
): Layer[] {
  const given = new Set(followersOf(layers, forms, at));
  return forms.map((one, i) => (given.has(i) ? { ...one, code } : one));
}

/** Where some layers lie together. In metres single layers may lie so close to the origin that they could be degrees. */
export function whereabouts(layers: readonly ReadLayer[]): Pick<ReadLayer, 'extent' | 'isGeographic'> {
  const extents = layers.flatMap(({ extent }) => (extent ? [extent] : []));
  return {
    ...(extents.length > 0 ? { extent: extents.reduce(union) } : {}),
    isGeographic: layers.every(({ isGeographic }) => isGeographic),
  };
}

/** The likely reference of a drawing of several layers, empty when nothing tells; undefined for all other layers. */
export function drawingCode(layers: readonly ReadLayer[], at: number): string | undefined {
  const members = layersOfDrawing(layers, at);
  if (members.length < 2) return undefined;
  return whereabouts(members.map((i) => layers[i]!)).isGeographic ? '4326' : '';
}
