import type { Value } from '../../../sw/contract/index.ts';

type Renderer = Value<'FeatureRenderer'>;

/** Fields of a renderer besides those of classes; empty for none. */
export interface RowValues {
  /** Rotation field in degrees. */
  readonly rotationField: string;
  readonly rotationType: Value<'gisRotationType'>;
  /** Transparency field in percent. */
  readonly transparencyField: string;
}

export const rowValuesOf = (renderer: Renderer | undefined): RowValues => ({
  rotationField: renderer?.RotationField ?? '',
  rotationType: renderer?.RotationType ?? 'gisRotateSymbolGeographic',
  transparencyField: (renderer && 'TransparencyField' in renderer && renderer.TransparencyField) || '',
});

/** True where a transparency field is possible: the contract has none for class breaks. */
export const mayFade = (renderer: Renderer | undefined): boolean => renderer?.type !== 'ClassBreaksRenderer';

/** Set the fields of a renderer; those it does not support are left out. */
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
