import type { LayerDefinition } from './definition.ts';

/** Make a layer that draws and lists nothing: it takes the position and the id of one that is not there, so that others have theirs. */
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
