import { wrongValue } from '../../../contract/fault.ts';
import { checkTextLength } from '../../../contract/text-limit.ts';
import { bracketField, textsAndFields } from '../../../rows/text/field-in-brackets.ts';
import { readReductionJson, reductionText } from '../../../service/feature-reduction.ts';
import { parseSizes, sizesText } from '../../../service/size-by-value.ts';
import { toEsriWord, valueOfWord, valuesOfEnum } from './contract-types.ts';
import type { Fields, Form, Json, JsonObject, JsonRows, SpecialMember } from './row.ts';
import { listAt, missing, objectAt, unexpectedValueFault } from './unexpected-value.ts';

/** The rotation field in brackets. Newer clients send it as a visual variable instead. */
const rotationExpression: SpecialMember = {
  fields: ['RotationField'],
  write: ({ RotationField }) => (RotationField ? `[${RotationField}]` : undefined),
  read(json, path, _reading, whole) {
    const [RotationField, RotationType] = readRotation(json, path, whole);
    if (!RotationField) return {};
    return { RotationField, ...(RotationType ? { RotationType } : {}) };
  },
};

function readRotation(json: unknown, path: string, { visualVariables }: JsonObject): (string | undefined)[] {
  if (json !== undefined && json !== '') {
    const field = typeof json === 'string' ? /^\[?([^[\]]+)\]?$/.exec(json.trim())?.[1] : undefined;
    if (field) return [field];
    throw unexpectedValueFault(path, 'a field name in brackets', json);
  }
  const variables = Array.isArray(visualVariables) ? (visualVariables as readonly Json[]) : [];
  for (const variable of variables) {
    const { type, field, rotationType } = objectAt(variable, path);
    if (type === 'rotationInfo' && typeof field === 'string')
      return [field, rotationType ? valueOfWord('gisRotationType', rotationType, `${path}.rotationType`) : undefined];
  }
  return [];
}

const rotation = { rotationType: 'RotationType', rotationExpression } as const;

/** A class begins at the end of the class before it, unless it has `classMinValue`. */
const classBreakInfos: SpecialMember = {
  fields: ['ClassBreakInfos'],
  write: ({ ClassBreakInfos }, writing) => writing.write('ArrayOfClassBreakInfo', ClassBreakInfos),
  read(json, path, reading, { minValue }) {
    if (json === undefined) throw missing(path, 'a list');
    let from = minValue;
    const classes = listAt(json, path).map((classJson, i) => {
      const { classMinValue = from, ...rest } = objectAt(classJson, `${path}[${i}]`);
      from = rest.classMaxValue;
      return reading.read('ClassBreakInfo', { ...rest, classMinValue: classMinValue ?? 0 }, `${path}[${i}]`);
    });
    return { ClassBreakInfos: classes };
  },
};

/** Minimum value of the first class. Without a minimum, the class is open. */
const minValue: SpecialMember = {
  fields: ['MinimumValue'],
  write: ({ MinimumValue }) => MinimumValue as number,
  read: (json, path, reading) => ({
    MinimumValue: json === undefined ? -Number.MAX_VALUE : reading.read('double', json, path),
  }),
};

const labelClass = { label: 'Label', description: 'Description', symbol: 'Symbol' } as const;

/** Label placements of points, lines and polygons share one JSON member. */
const placements = {
  PointLabelPlacementDescription: 'gisServerPointLabelPlacementType',
  LineLabelPlacementDescription: 'gisServerLineLabelPlacementType',
  PolygonLabelPlacementDescription: 'gisServerPolygonLabelPlacementType',
} as const;

export const placementForm: Form = {
  write: ({ Type }) => toEsriWord(Type as string),
  read(json, path) {
    for (const [type, name] of Object.entries(placements)) {
      const match = (valuesOfEnum(name) ?? []).find((value) => toEsriWord(value) === json);
      if (match) return { type, Type: match };
    }
    throw unexpectedValueFault(path, 'a placement such as esriServerPointLabelPlacementAboveRight', json);
  },
};

/** REST joins fields and text with `CONCAT`, the contract with `&`. Scripts have no REST form. */
const labelExpression: SpecialMember = {
  fields: ['LabelExpression', 'LabelExpressionType'],
  write({ LabelExpression, LabelExpressionType = 'gisLabelExpressionSimple' }) {
    if (LabelExpressionType !== 'gisLabelExpressionSimple' || !LabelExpression) return undefined;
    return changeOutsideQuotes(LabelExpression as string, (part) =>
      replaceAllSeparators(part, /[&+]/, ' CONCAT ').replace(/\bvb(?:NewLine|CrLf)\b/gi, 'NEWLINE'),
    );
  },
  read(json, path, reading, { labelExpressionInfo }) {
    const expressionText = json === undefined || json === '' ? ofArcade(labelExpressionInfo, path) : json;
    if (expressionText === undefined) return {};
    const text = reading.read('string', expressionText, path) as string;
    return {
      LabelExpression: changeOutsideQuotes(text, (part) =>
        replaceAllSeparators(part, /\bCONCAT\b/i, ' & ').replace(/\bNEWLINE\b/gi, 'vbNewLine'),
      ),
      LabelExpressionType: 'gisLabelExpressionSimple',
    };
  },
};

/** Replace each separator and the blanks around it with `text`. */
const replaceAllSeparators = (part: string, separator: RegExp, text: string): string =>
  part
    .split(separator)
    .map((piece, i) => (i > 0 ? piece.trimStart() : piece))
    .map((piece, i, { length }) => (i < length - 1 ? piece.trimEnd() : piece))
    .join(text);

/** Change the parts of an expression outside quoted text and bracketed fields. */
function changeOutsideQuotes(expression: string, change: (part: string) => string): string {
  return expression
    .split(textsAndFields)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('');
}

/** Read the field name from an Arcade expression. Other Arcade scripts aren't supported. */
function ofArcade(info: Json | undefined, path: string): string | undefined {
  if (info === undefined || info === null) return undefined;
  const { expression } = objectAt(info, `${path}Info`);
  checkTextLength('LabelExpression', expression, () => `${path}Info.expression`);
  if (typeof expression !== 'string' || expression.trim() === '') return undefined;
  const [, plain, quoted] = /^\$feature(?:\.(\w+)|\[["']([^"'\]]+)["']\])\s*;?$/.exec(expression.trim()) ?? [];
  const field = plain ?? quoted;
  if (field) return bracketField(field);
  throw wrongValue(
    'not-supported',
    `${path}Info.expression`,
    '$feature.NAME or labelExpression',
    JSON.stringify(expression.slice(0, 60)),
  );
}

/** JSON has a list of the layer's label classes. */
const labelingInfo: SpecialMember = {
  fields: ['LabelingDescription'],
  write({ LabelingDescription }, writing) {
    const classes = (LabelingDescription as Fields | undefined)?.LabelClassDescriptions;
    return writing.write('ArrayOfLabelClassDescription', classes);
  },
  read(json, path, reading) {
    if (json === undefined) return {};
    const LabelClassDescriptions = reading.read('ArrayOfLabelClassDescription', json, path);
    return { LabelingDescription: { LabelClassDescriptions } };
  },
};

/** A heat map is a renderer in JSON. A description without a renderer uses the layer's renderer. */
const renderer: SpecialMember = {
  fields: ['FeatureRenderer', 'VisualVariables'],
  write({ FeatureRenderer, FeatureReduction, VisualVariables }, writing) {
    const reduction = reductionJson(FeatureReduction);
    if (reduction?.type === 'heatmap') return reduction;
    const json = writing.write('FeatureRenderer', FeatureRenderer) as JsonObject | undefined;
    return json && VisualVariables ? { ...json, visualVariables: JSON.parse(VisualVariables as string) } : json;
  },
  read(json, path, reading) {
    if (json === undefined) return {};
    if (objectAt(json, path).type === 'heatmap')
      return { FeatureReduction: reductionText(readReductionJson(json, path)) };
    const { visualVariables = [] } = objectAt(json, path);
    const sizes = parseSizes(visualVariables ?? [], `${path}.visualVariables`);
    return {
      FeatureRenderer: reading.read('FeatureRenderer', json, path),
      ...(sizes ? { VisualVariables: sizesText(sizes) } : {}),
    };
  },
};

/** Clusters and bins, which are drawn instead of the renderer's symbols. */
const featureReduction: SpecialMember = {
  fields: ['FeatureReduction'],
  write({ FeatureReduction }) {
    const reduction = reductionJson(FeatureReduction);
    return reduction?.type === 'heatmap' ? undefined : reduction;
  },
  read: (json, path) => (json === undefined ? {} : { FeatureReduction: reductionText(readReductionJson(json, path)) }),
};

/** Parse published clusters or bins. They were checked when the layer was published. */
const reductionJson = (text: unknown): JsonObject | undefined =>
  text ? (JSON.parse(text as string) as JsonObject) : undefined;

export const rendererRows: JsonRows = {
  SimpleRenderer: {
    word: 'simple',
    members: { symbol: 'Symbol', label: 'Label', description: 'Description', ...rotation },
    lost: ['TransparencyField'],
  },
  UniqueValueInfo: { members: { value: 'Value', ...labelClass } },
  UniqueValueRenderer: {
    word: 'uniqueValue',
    members: {
      ...{ field1: 'Field1', field2: 'Field2', field3: 'Field3', fieldDelimiter: 'FieldDelimiter' },
      ...{ defaultSymbol: 'DefaultSymbol', defaultLabel: 'DefaultLabel', uniqueValueInfos: 'UniqueValueInfos' },
      ...rotation,
    },
    nulls: ['field2', 'field3', 'defaultSymbol', 'defaultLabel'],
    lost: ['TransparencyField'],
  },
  ClassBreakInfo: {
    members: { classMinValue: 'ClassMinimumValue', classMaxValue: 'ClassMaximumValue', ...labelClass },
  },
  ClassBreaksRenderer: {
    word: 'classBreaks',
    members: {
      field: 'Field',
      minValue,
      classBreakInfos,
      backgroundFillSymbol: 'BackgroundSymbol',
      normalizationType: 'NormalizationType',
      normalizationField: 'NormalizationField',
      normalizationTotal: 'NormalizationTotal',
      ...{ defaultSymbol: 'DefaultSymbol', defaultLabel: 'DefaultLabel' },
      ...rotation,
    },
  },
  LabelClassDescription: {
    members: {
      labelPlacement: 'LabelPlacementDescription',
      labelExpression,
      useCodedValues: 'UseCodedValue',
      symbol: 'Symbol',
      minScale: 'MinimumScale',
      maxScale: 'MaximumScale',
      where: 'WhereClause',
    },
  },
  FeatureLayerDrawingDescription: {
    members: {
      renderer,
      featureReduction,
      scaleSymbols: 'ScaleSymbols',
      transparency: 'Transparency',
      brightness: 'Brightness',
      contrast: 'Contrast',
      labelingInfo,
    },
    nulls: ['labelingInfo'],
    lost: ['SourceLayerID'],
  },
};
