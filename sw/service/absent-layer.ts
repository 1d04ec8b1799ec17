import type { LayerDefinition } from './definition.ts';

/**
 * Return a layer that draws and lists nothing. It takes the position and ID of a missing layer, so that the other
 * layers keep their IDs.
 */
export const absentLayer = (LayerID: number, Name: string): LayerDefinition => ({
  LayerID,
  Name,
  Description: '',
  CopyrightText: '',
  kind: 'group',
  ParentLayerID: -1,
  Visible: false,
  ShowLabels: false,
  MinScale: 0,
  MaxScale: 0,
  DefinitionExpression: '',
});
