/**
 * Replacement values for elements whose type doesn't suggest one. Each must have an effect. Keys are elements, also
 * with an operation.
 */
export const others: Readonly<Record<string, readonly unknown[] | undefined>> = {
  'GetSQLSyntaxInfo.LayerID': [99],
  'StandaloneTableDescription.ID': [999],
  'ImageDisplay.ImageWidth': [12],
  'ImageDisplay.ImageHeight': [8],
  'ImageDisplay.ImageDPI': [960],
  'CenterAndScale.DevLeft': [-50],
  'CenterAndScale.DevTop': [-50],
  'TimeQueryFilter.OutputTimeReference': [{ TimeZoneNameID: 'UTC' }],
  'EnvelopeN.XMax': [400],
  'SpatialReference.WKID': [3857],
  'Identify.Tolerance': [30],
  'QueryFilter.SubFields': ['NO,KIND'],
  'QueryFilter.Resolution': [30, -1, Number.NaN],
  'GeometryResultOptions.MaximumSegmentLength': [3, -2],
  'GeometryResultOptions.MaximumAllowableOffset': [0.5, -2, Number.NaN],
  'LabelClassDescription.MaximumScale': [1e9],
  'LabelClassDescription.MinimumScale': [1e3],
  'RandomColorRamp.MaxSaturation': [30],
  'AlgorithmicColorRamp.Algorithm': ['gisCIELabAlgorithm', 'gisLabLChAlgorithm', 'nonsense'],
  'QueryTableDataSourceDescription.OIDFields': ['NO'],
  'QueryTableDataSourceDescription.Query': ['SELECT OBJECTID, NO, NAME, Shape FROM owners WHERE NO > 11 ORDER BY NO'],
  'LayerDescription.TimeOffset': [700, Number.NaN],
};
