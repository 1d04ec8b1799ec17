import type { Value } from '../../../sw/contract/index.ts';

type Renderer = Value<'FeatureRenderer'>;

/** Fields that rotate or fade symbols; empty for none. */
export interface RowValues {
  /** Field of the rotation in degrees. */
  readonly rotationField: string;
  readonly rotationType: Value<'gisRotationType'>;
  /** Field of the transparency in percent. */
  readonly transparencyField: string;
}

export const makeRowValues = (renderer: Renderer | undefined): RowValues => ({
  rotationField: renderer?.RotationField ?? '',
  rotationType: renderer?.RotationType ?? 'gisRotateSymbolGeographic',
  transparencyField: (renderer && 'TransparencyField' in renderer && renderer.TransparencyField) || '',
});

/** Check whether a renderer supports a transparency field. The contract has none for class breaks. */
export const mayFade = (renderer: Renderer | undefined): boolean => renderer?.type !== 'ClassBreaksRenderer';

/** Set the rotation and transparency fields of a renderer. Those it doesn't support are left out. */
export function withRowValues<R extends Renderer>(
  renderer: R,
  { rotationField, rotationType, transparencyField }: RowValues,
): R {
  return {
    ...renderer,
    RotationField: rotationField || undefined,
    RotationType: rotationField ? rotationType : undefined,
    TransparencyField: transparencyField && mayFade(renderer) ? transparencyField : undefined,
  } as unknown as R;
}
