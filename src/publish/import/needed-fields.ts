import type { Value } from '../../../sw/contract/index.ts';
import type { LayerDefinition } from '../../../sw/service/definition.ts';
import { readReduction } from '../../../sw/service/feature-reduction.ts';
import { readSizes } from '../../../sw/service/size-by-value.ts';

/** Members of a drawing that name fields, directly or in expressions. */
const naming = /field|expression|clause|normalization/i;

/**
 * List the fields that a layer's drawing needs, and those of its labels if they are shown.
 *
 * @returns names as in `fields`, in the same order
 */
export function findNeededFields(
  drawing: LayerDefinition['drawing'],
  hasLabels: boolean,
  fields: readonly string[],
): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, isNaming: boolean): void => {
    if (typeof value === 'string') {
      // Closing signs of names are doubled in brackets and quotes.
      if (isNaming) texts.push(value, value.replaceAll(']]', ']').replaceAll('""', '"'));
    } else if (Array.isArray(value)) for (const item of value) collect(item, isNaming);
    else if (value && typeof value === 'object')
      for (const [key, member] of Object.entries(value)) collect(member, isNaming || naming.test(key));
  };
  const { LabelingDescription: labeling, FeatureReduction, VisualVariables, ...drawn } = drawing ?? {};
  collect(drawn, false);
  const reduction = FeatureReduction ? readReduction(FeatureReduction, 'drawing') : undefined;
  if (reduction && 'field' in reduction) collect(reduction.field, true);
  if (VisualVariables) collect(readSizes(VisualVariables, 'drawing').field, true);
  if (hasLabels) collect(labeling, false);
  return fields.filter((field) => texts.some((text) => names(text, field)));
}

/** Check whether a text contains a field's name as a whole word, ignoring case. */
function names(text: string, field: string): boolean {
  const [all, lowerField] = [text.toLowerCase(), field.toLowerCase()];
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
  for (let index = all.indexOf(lowerField); index >= 0; index = all.indexOf(lowerField, index + 1))
    if (!isLetter(all[index - 1]) && !isLetter(all[index + lowerField.length])) return true;
  return false;
}

/** Remove settings of fields that aren't shared: formats, domains of subtypes, a link, a pop-up, times. */
export function withFields(layer: LayerDefinition, fields: readonly string[]): LayerDefinition {
  const has = (name: string | undefined): boolean =>
    name !== undefined && fields.some((field) => field.toLowerCase() === name.toLowerCase());
  const { presentation } = layer;
  const DisplayField = has(layer.DisplayField) ? layer.DisplayField : undefined;
  return { ...layer, time: undefined, DisplayField, presentation: presentation && withoutFields(presentation, has) };
}

type Presentation = NonNullable<LayerDefinition['presentation']>;

function withoutFields(
  { hyperlinkField, popup, subtypes, numberFormats = {}, dateFormats = {} }: Presentation,
  has: (name: string | undefined) => boolean,
): Presentation {
  const only = <T>(byField: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byField).filter(([name]) => has(name)));
  const isWhole = popup && Array.from(popup.template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name).every(has);
  return {
    hyperlinkField: has(hyperlinkField) ? hyperlinkField : undefined,
    popup: isWhole ? popup : undefined,
    subtypes:
      subtypes && has(subtypes.field)
        ? { ...subtypes, kinds: subtypes.kinds.map((kind) => ({ ...kind, domains: only(kind.domains) })) }
        : undefined,
    numberFormats: only(numberFormats),
    dateFormats: only(dateFormats),
  };
}

type Drawing = Value<'FeatureLayerDrawingDescription'>;

/** Remove labels that aren't shown, because they may name fields that aren't shared. */
export function withLabels(drawing: Drawing, hasLabels: boolean): Drawing {
  const { LabelingDescription: _, ...plain } = drawing;
  return hasLabels ? drawing : plain;
}
