import { enums, type Value } from '../../../sw/contract/index.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { styleText } from '../text/style-text.ts';

type Placement = Value<'LabelPlacementDescription'>;

const types = {
  point: { type: 'PointLabelPlacementDescription', choices: enums.gisServerPointLabelPlacementType.values },
  multipoint: { type: 'PointLabelPlacementDescription', choices: enums.gisServerPointLabelPlacementType.values },
  polyline: { type: 'LineLabelPlacementDescription', choices: enums.gisServerLineLabelPlacementType.values },
  polygon: { type: 'PolygonLabelPlacementDescription', choices: enums.gisServerPolygonLabelPlacementType.values },
} as const satisfies Record<GeometryKind, unknown>;

/** The placements that labels of a kind of geometry may have, with words for people. */
export function placementChoices(kind: GeometryKind): Readonly<Record<string, string>> {
  return Object.fromEntries(types[kind].choices.map((choice) => [choice, textOf(choice)]));
}

export const placementOf = (kind: GeometryKind, choice: string): Placement =>
  ({ type: types[kind].type, Type: choice }) as Placement;

function textOf(choice: string): string {
  const [, height = '', side = ''] = /Placement(Above|Below|Center)(\w+)$/.exec(choice) ?? [];
  const { places } = styleText;
  if (!height) return places.Center ?? choice;
  return `${places[height]}, ${side === 'Center' ? places.centred : places[side]}`;
}
