import type { Value } from '../../../sw/contract/index.ts';

type Renderer = Value<'FeatureRenderer'>;

/** What a renderer takes from the rows beside the classes; empty names for nothing. */
export interface RowValues {
  /** Field of angles in degrees by which symbols are turned. */
  readonly rotationField: string;
  readonly rotationType: Value<'gisRotationType'>;
  /** Field of percents by which features are seen through. */
  readonly transparencyField: string;
}

/** Read what a renderer takes from the rows. */
export const rowValuesOf = (renderer: Renderer | undefined): RowValues => ({
  rotationField: renderer?.RotationField ?? '',
  rotationType: renderer?.RotationType ?? 'gisRotateSymbolGeographic',
  transparencyField: (renderer && 'TransparencyField' in renderer && renderer.TransparencyField) || '',
});

/** Tell whether features may be seen through by a field: where they are drawn by amounts the contract has no place for it. */
export const mayFade = (renderer: Renderer | undefined): boolean => renderer?.type !== 'ClassBreaksRenderer';

/** Give a renderer what it takes from the rows; what it has no place for is left out. */
export function withRowValues<R extends Renderer>(
  renderer: R,
  { rotationField, rotationType, transparencyField }: RowValues,
): R {
  const {
    RotationField: _,
    RotationType: __,
    TransparencyField: ___,
    ...rest
  } = renderer as R & { readonly TransparencyField?: string };
  return {
    ...rest,
    ...(rotationField && { RotationField: rotationField, RotationType: rotationType }),
    TransparencyField: transparencyField && mayFade(renderer) ? transparencyField : undefined,
  } as unknown as R;
}
