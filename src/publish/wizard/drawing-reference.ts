import { union } from '../../../sw/geometry/extent.ts';
import type { ReadLayer } from '../import/read-layer.ts';

/** The spatial reference choice for a layer. */
interface LayerCode {
  readonly isLeftOut: boolean;
  readonly code: string;
  readonly hasOwnCode?: boolean;
}

/**
 * Return the indices of all layers in the same drawing (DXF), because they share an unknown coordinate system. For
 * other formats, only the layer itself.
 */
function layersOfDrawing(layers: readonly ReadLayer[], at: number): number[] {
  const { format, fileName } = layers[at]!;
  if (format !== 'DXF') return [at];
  return layers.flatMap((one, i) =>
    one.format === 'DXF' && one.fileName === fileName && one.geometry !== 'none' ? [i] : [],
  );
}

/** Return the layer whose choice applies to another layer of its drawing; undefined for a layer with its own choice. */
export function referenceLeader(
  layers: readonly ReadLayer[],
  forms: readonly LayerCode[],
  at: number,
): number | undefined {
  const first = followersOf(layers, forms, at).find((i) => !forms[i]!.isLeftOut);
  return first === at ? undefined : first;
}

/** Return the layers that a choice applies to, including the layer itself. */
export const followersOf = (layers: readonly ReadLayer[], forms: readonly LayerCode[], at: number): number[] =>
  forms[at]!.hasOwnCode ? [at] : layersOfDrawing(layers, at).filter((i) => !forms[i]!.hasOwnCode);

/** Set the code of a layer and of all layers that its choice applies to. */
export function withCode<Layer extends LayerCode>(
  layers: readonly ReadLayer[],
  forms: readonly Layer[],
  at: number,
  code: string,
): Layer[] {
  const given = new Set(followersOf(layers, forms, at));
  return forms.map((one, i) => (given.has(i) ? { ...one, code } : one));
}

/**
 * Combine the extents of layers, and check whether all of them could be in degrees. A single layer in meters may be so
 * close to the origin that it could.
 */
export function whereabouts(layers: readonly ReadLayer[]): Pick<ReadLayer, 'extent' | 'isGeographic'> {
  const extents = layers.flatMap(({ extent }) => (extent ? [extent] : []));
  return {
    ...(extents.length > 0 ? { extent: extents.reduce(union) } : {}),
    isGeographic: layers.every(({ isGeographic }) => isGeographic),
  };
}

/** Return the likely code for a drawing with several layers, empty if unknown; undefined for other layers. */
export function drawingCode(layers: readonly ReadLayer[], at: number): string | undefined {
  const members = layersOfDrawing(layers, at);
  if (members.length < 2) return undefined;
  return whereabouts(members.map((i) => layers[i]!)).isGeographic ? '4326' : '';
}
