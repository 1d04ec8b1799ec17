/** What does not come along, for the report; `detail` names it. */
export interface Loss {
  readonly kind: LossKind;
  readonly detail?: string;
}
export type LossKind =
  | 'raster'
  | 'renderer'
  | 'symbol'
  | 'reduction'
  | 'sizes'
  | 'rotation'
  | 'transparencyField'
  | 'label'
  | 'filter'
  | 'popup'
  | 'time'
  | 'subtypes'
  | 'pictures';

export type Lose = (kind: LossKind, detail?: string) => void;
