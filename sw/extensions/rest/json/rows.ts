import { colorForm } from './color.ts';
import { fieldRows } from './field-rows.ts';
import { geometryForm } from './geometry.ts';
import { layerRows, sourceForm } from './layer-rows.ts';
import { placementForm, rendererRows } from './renderer-rows.ts';
import type { Form, JsonRows } from './row.ts';
import { referenceForm, transformationForm } from './spatial-reference.ts';
import { symbolForm, symbolRows } from './symbol-rows.ts';
import { timeForm } from './time.ts';

/** The types that JSON has objects for, member by member. */
export const rows: JsonRows = { ...symbolRows, ...rendererRows, ...fieldRows, ...layerRows };

/** The types with JSON of another form, and by their base all of a family. */
export const forms: Readonly<Record<string, Form | undefined>> = {
  Color: colorForm,
  Geometry: geometryForm,
  SpatialReference: referenceForm,
  GeoTransformation: transformationForm,
  TimeValue: timeForm,
  LabelPlacementDescription: placementForm,
  MapServerSourceDescription: sourceForm,
  Symbol: symbolForm,
};
