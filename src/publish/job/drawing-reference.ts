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
function layersOfDrawing(layers: readonly ReadLayer[], index: number): number[] {
  const { format, fileName } = layers[index]!;
  if (format !== 'DXF') return [index];
  return layers.flatMap((other, i) =>
    other.format === 'DXF' && other.fileName === fileName && other.geometry !== 'none' ? [i] : [],
  );
}

/** Return the layer whose choice applies to another layer of its drawing; undefined for a layer with its own choice. */
export function referenceLeader(
  layers: readonly ReadLayer[],
  forms: readonly LayerCode[],
  index: number,
): number | undefined {
  const first = listFollowers(layers, forms, index).find((i) => !forms[i]!.isLeftOut);
  return first === index ? undefined : first;
}

/** Return the layers that a choice applies to, including the layer itself. */
export const listFollowers = (layers: readonly ReadLayer[], forms: readonly LayerCode[], index: number): number[] =>
  forms[index]!.hasOwnCode ? [index] : layersOfDrawing(layers, index).filter((i) => !forms[i]!.hasOwnCode);

/** Set the code of a layer and of all layers that its choice applies to. */
export function withCode<Layer extends LayerCode>(
  layers: readonly ReadLayer[],
  forms: readonly Layer[],
  index: number,
  code: string,
): Layer[] {
  const followers = new Set(listFollowers(layers, forms, index));
  return forms.map((form, i) => (followers.has(i) ? { ...form, code } : form));
}

/**
 * Combine the extents of layers, and check whether all of them could be in degrees. A single layer in meters may be so
 * close to the origin that it looks like degrees.
 */
export function whereabouts(layers: readonly ReadLayer[]): Pick<ReadLayer, 'extent' | 'isGeographic'> {
  const extents = layers.flatMap(({ extent }) => (extent ? [extent] : []));
  return {
    extent: extents.length > 0 ? extents.reduce(union) : undefined,
    isGeographic: layers.every(({ isGeographic }) => isGeographic),
  };
}

/** Return the likely code for a drawing with several layers, empty if unknown; undefined for other layers. */
export function drawingCode(layers: readonly ReadLayer[], index: number): string | undefined {
  const members = layersOfDrawing(layers, index);
  if (members.length < 2) return undefined;
  return whereabouts(members.map((i) => layers[i]!)).isGeographic ? '4326' : '';
}
