import { Fault, type Value } from '../../contract/index.ts';
import { colorToRgba, type Rgba } from '../../contract/rgba.ts';
import { bracketedPattern, unbracketField } from '../../rows/text/field-in-brackets.ts';
import type { Field } from '../writing/rows-to-write.ts';
import {
  conditionText,
  fieldNamed,
  makeCodeCase,
  nameText,
  quoteString,
  UnsupportedExpression,
} from './qgis-expression.ts';

export interface PlainLabel {
  readonly expression: string;
  readonly where?: string;
  /** Scale denominators; 0 for no limit. */
  readonly minScale: number;
  readonly maxScale: number;
  readonly sizePt: number;
  readonly color: Rgba;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly halo?: { readonly color: Rgba; readonly sizePt: number };
  readonly placement: string;
}

type Drawing = Value<'FeatureLayerDrawingDescription'>;

/** Return the labels of a layer by class, without classes whose expression QGIS can't evaluate. */
export function listPlainLabels(drawing: Drawing, fields: readonly Field[]): PlainLabel[] {
  const classes = drawing.LabelingDescription?.LabelClassDescriptions ?? [];
  return classes.flatMap((labelClass): PlainLabel[] => {
    const { LabelExpression = '', Symbol: symbol, WhereClause, LabelPlacementDescription: placed } = labelClass;
    try {
      const { MaskSymbol: mask, MaskStyle, MaskSize } = symbol ?? {};
      const haloColor =
        MaskStyle === 'gisMSHalo' && mask && 'Color' in mask ? (mask.Color as Value<'Color'>) : undefined;
      const where = WhereClause?.trim() ? conditionText(WhereClause, fields) : undefined;
      return [
        {
          expression: labelExpression(LabelExpression, fields, labelClass.UseCodedValue ?? false),
          where,
          minScale: labelClass.MinimumScale ?? 0,
          maxScale: labelClass.MaximumScale ?? 0,
          sizePt: symbol?.Size ?? 8,
          color: symbol?.Color ? colorToRgba(symbol.Color) : [0, 0, 0, 1],
          isBold: /bold/.test(symbol?.FontWeight ?? ''),
          isItalic: symbol?.FontStyle === 'italic',
          halo: haloColor && { color: colorToRgba(haloColor), sizePt: MaskSize ?? 1 },
          placement: placed && 'Type' in placed ? String(placed.Type) : '',
        },
      ];
    } catch (error) {
      // Skip labels that QGIS can't evaluate. Labels with a fault draw nothing in this app either.
      if (!(error instanceof UnsupportedExpression) && !(error instanceof Fault)) throw error;
      return [];
    }
  });
}

const piece = new RegExp(String.raw`\s*(?:(${bracketedPattern})|"((?:[^"]|"")*)"|(&|\+))`, 'y');

/**
 * Write fields and strings joined by `&` as a QGIS expression; null becomes an empty string.
 *
 * @throws {UnsupportedExpression} for other expressions
 */
function labelExpression(expression: string, fields: readonly Field[], usesNames: boolean): string {
  const parts: string[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < expression.trimEnd().length) {
    const match = piece.exec(expression);
    if (!match) throw new UnsupportedExpression(expression);
    const [, field, text] = match;
    if (field !== undefined) {
      const name = unbracketField(field);
      const matchingField = fieldNamed(name, fields);
      parts.push((usesNames && makeCodeCase(matchingField)) || `COALESCE(${nameText(matchingField)}, '')`);
    } else if (text !== undefined) parts.push(quoteString(text.replaceAll('""', '"')));
  }
  if (parts.length === 0) throw new UnsupportedExpression(expression);
  return parts.join(' || ');
}
