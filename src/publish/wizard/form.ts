import { referenceOfWkid } from '../../../sw/geometry/spatial-reference.ts';
import type { Target } from '../change-layer/target.ts';
import { defaultChoices, likelyWkid } from '../import/default-choices.ts';
import type { SourceSummary } from '../import/describe-sources.ts';
import type { ColumnChoice, JoinChoice, PackageChoices, RelationChoice } from '../import/package-choices.ts';
import type { ReadOutcome } from '../import/worker.ts';
import { drawingCode } from './drawing-reference.ts';
import { suggestRelations } from './suggest-relations.ts';

/** What a person has decided so far, as it was typed. */
export interface Form {
  readonly title: string;
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  /** The service that the layers go into; absent where they become one of their own. */
  readonly target?: Target;
  /** True: a service of that name gives way. */
  readonly isReplacing: boolean;
  readonly layers: readonly LayerForm[];
  readonly relations: readonly RelationChoice[];
  readonly joins: readonly JoinChoice[];
  /** By which field the files without data are attached to rows; undefined: not at all. */
  readonly attach: PackageChoices['attach'] | undefined;
  /** Of a package whose filters clients may replace: whether they still may. */
  readonly mayReplaceFilters?: boolean;
}

export interface LayerForm {
  readonly isLeftOut: boolean;
  readonly name: string;
  readonly color: string;
  readonly sizePt: number;
  readonly columns: Readonly<Record<string, ColumnChoice>>;
  readonly displayField: string;
  /** EPSG code as it was typed, for files that do not say. */
  readonly code: string;
  /** The layers of a drawing have one reference; this one was given another. */
  readonly hasOwnCode?: boolean;
}

/** The decisions that a draft begins with: what is likely meant. Nothing is changed when all of them stay. */
export function freshForm(outcome: ReadOutcome, firstFile: string): Form {
  if (outcome.type === 'package') return packageForm(outcome);
  const { layers: read, attached } = outcome;
  const choices = defaultChoices(read, firstFile);
  return {
    title: choices.title,
    name: choices.name,
    folder: '',
    description: choices.description ?? '',
    isReplacing: false,
    layers: read.map((layer, at) => ({
      isLeftOut: layer.isExtra,
      name: layer.name,
      color: layer.color,
      sizePt: layer.sizePt,
      columns: {},
      displayField: layer.displayField ?? '',
      code: drawingCode(read, at) ?? String(likelyWkid(layer) ?? ''),
    })),
    relations: suggestRelations(read),
    joins: [],
    attach: attached?.fields[0] && { layer: attached.fields[0].layer, column: attached.fields[0].column },
  };
}

const packageForm = ({ name, folder, title }: Extract<ReadOutcome, { type: 'package' }>): Form => ({
  title,
  name,
  folder: folder ?? '',
  description: '',
  isReplacing: false,
  layers: [],
  relations: [],
  joins: [],
  attach: undefined,
});

/** Convert the form to the publisher's choices; `read` and the layers of the form have the same order. */
export function choicesOf(draft: Form, read: readonly SourceSummary[]): PackageChoices {
  const { title, name, folder, description } = draft;
  return {
    title: title.trim(),
    name,
    ...(folder ? { folder } : {}),
    ...(description ? { description } : {}),
    layers: draft.layers.map((layer, i) => ({
      isLeftOut: layer.isLeftOut,
      name: layer.name.trim(),
      ...(read[i]?.spatialReference || !layer.code ? {} : { spatialReference: referenceOfWkid(Number(layer.code)) }),
      ...(layer.color === read[i]?.color && layer.sizePt === read[i]?.sizePt
        ? {}
        : { symbol: { color: layer.color, sizePt: layer.sizePt } }),
      columns: layer.columns,
      ...(layer.displayField ? { displayField: layer.displayField } : {}),
    })),
    relations: draft.relations,
    ...(draft.joins.length > 0 ? { joins: draft.joins } : {}),
    ...(draft.attach && !draft.layers[draft.attach.layer]?.isLeftOut ? { attach: draft.attach } : {}),
  };
}
