import type { TypeRows } from '../rows.ts';

/** Geometries, spatial references and options of returned geometries. Fields are in wire order. */
export const geometryTypes = {
  GeoTransformation: {
    doc: 'A shift between two datums, by its well-known id or well-known text.',
    fields: {
      WKT: 'string?',
      WKID: 'int?',
    },
  },
  SpatialReference: {
    doc: 'A coordinate system by well-known id (WKID) or well-known text (WKT), with the grid on which coordinates are stored.',
    abstract: true,
    fields: {
      WKT: 'string?',
      XOrigin: 'double?',
      YOrigin: 'double?',
      XYScale: 'double?',
      ZOrigin: 'double?',
      ZScale: 'double?',
      MOrigin: 'double?',
      MScale: 'double?',
      XYTolerance: 'double?',
      ZTolerance: 'double?',
      MTolerance: 'double?',
      HighPrecision: 'boolean?',
      LeftLongitude: 'double?',
      WKID: 'int?',
      LatestWKID: 'int?',
      VCSWKID: 'int?',
      LatestVCSWKID: 'int?',
    },
    notes: {
      WKID: '4326 for longitude and latitude, 102100 for Web Mercator',
    },
  },
  ProjectedCoordinateSystem: {
    doc: 'A plane coordinate system; its coordinates are lengths, mostly metres or feet.',
    base: 'SpatialReference',
    fields: {},
  },
  GeographicCoordinateSystem: {
    doc: 'A coordinate system of longitude and latitude, in decimal degrees unless its text says otherwise.',
    base: 'SpatialReference',
    fields: {},
  },
  UnknownCoordinateSystem: {
    doc: 'A coordinate system nobody named; coordinates are taken as they are.',
    base: 'SpatialReference',
    fields: {},
  },
  Geometry: {
    doc: 'Any shape; the bare type has no coordinates and means no shape.',
    fields: {},
  },
  Curve: {
    doc: 'Any shape of one dimension, and what is built of such.',
    abstract: true,
    base: 'Geometry',
    fields: {},
  },
  Segment: {
    doc: 'One piece of a path from FromPoint to ToPoint, straight or curved.',
    abstract: true,
    base: 'Curve',
    fields: {
      FromPoint: 'Point',
      ToPoint: 'Point',
    },
  },
  Polycurve: {
    doc: 'A shape made of one or more paths or rings.',
    abstract: true,
    base: 'Curve',
    fields: {},
  },
  Envelope: {
    doc: 'A rectangle whose sides are parallel to the axes.',
    abstract: true,
    base: 'Geometry',
    fields: {},
  },
  EnvelopeN: {
    doc: 'A rectangle by its least and greatest coordinates, in the units of its spatial reference.',
    base: 'Envelope',
    fields: {
      XMin: 'double',
      YMin: 'double',
      XMax: 'double',
      YMax: 'double',
      ZMin: 'double?',
      ZMax: 'double?',
      MMin: 'double?',
      MMax: 'double?',
      SpatialReference: 'SpatialReference?',
    },
  },
  EnvelopeB: {
    doc: 'A rectangle in the binary shape form.',
    base: 'Envelope',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  Point: {
    doc: 'A single position.',
    abstract: true,
    base: 'Geometry',
    fields: {},
  },
  PointN: {
    doc: 'A position by X and Y, with optional height Z and measure M, in the units of its spatial reference.',
    base: 'Point',
    fields: {
      X: 'double',
      Y: 'double',
      M: 'double?',
      Z: 'double?',
      ID: 'int?',
      SpatialReference: 'SpatialReference?',
    },
  },
  PointB: {
    doc: 'A position in the binary shape form.',
    base: 'Point',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  Multipoint: {
    doc: 'A set of positions that make up one shape.',
    abstract: true,
    base: 'Geometry',
    fields: {},
  },
  MultipointB: {
    doc: 'A set of positions in the binary shape form.',
    base: 'Multipoint',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  MultipointN: {
    doc: 'A set of positions by their coordinates, in order.',
    base: 'Multipoint',
    fields: {
      HasID: 'boolean',
      HasZ: 'boolean',
      HasM: 'boolean',
      Extent: 'Envelope?',
      PointArray: 'ArrayOfPoint?',
      SpatialReference: 'SpatialReference?',
    },
  },
  Line: {
    doc: 'A straight segment.',
    base: 'Segment',
    fields: {},
  },
  EllipticArc: {
    doc: 'A segment along an ellipse about CenterPoint; Rotation in radians, MinorMajorRatio between 0 and 1.',
    base: 'Segment',
    fields: {
      EllipseStd: 'boolean',
      CenterPoint: 'Point',
      Rotation: 'double',
      MinorMajorRatio: 'double',
      IsCounterClockwise: 'boolean',
      IsMinor: 'boolean',
    },
  },
  CircularArc: {
    doc: 'A segment along a circle about CenterPoint; angles in radians, anti-clockwise from the X axis.',
    base: 'Segment',
    fields: {
      CenterPoint: 'Point',
      FromAngle: 'double?',
      ToAngle: 'double?',
      IsCounterClockwise: 'boolean',
      IsMinor: 'boolean',
      IsLine: 'boolean',
    },
  },
  BezierCurve: {
    doc: 'A segment along a Bézier curve, by its degree and all of its control points.',
    base: 'Segment',
    fields: {
      Degree: 'int',
      ControlPointArray: 'ArrayOfPoint',
    },
  },
  Path: {
    doc: 'A connected line: its vertices, or its segments where some are curved.',
    base: 'Curve',
    fields: {
      PointArray: 'ArrayOfPoint?',
      SegmentArray: 'ArrayOfSegment?',
    },
  },
  Ring: {
    doc: 'A closed path that bounds an area, the first point repeated at the end.',
    base: 'Path',
    fields: {},
  },
  Polygon: {
    doc: 'An area of one or more rings.',
    abstract: true,
    base: 'Polycurve',
    fields: {},
  },
  PolygonN: {
    doc: 'An area by the coordinates of its rings; outer rings run clockwise, holes anti-clockwise.',
    base: 'Polygon',
    fields: {
      HasID: 'boolean',
      HasZ: 'boolean',
      HasM: 'boolean',
      Extent: 'Envelope?',
      RingArray: 'ArrayOfRing',
      SpatialReference: 'SpatialReference?',
    },
  },
  PolygonB: {
    doc: 'An area in the binary shape form.',
    base: 'Polygon',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  Polyline: {
    doc: 'A line of one or more paths.',
    abstract: true,
    base: 'Polycurve',
    fields: {},
  },
  PolylineN: {
    doc: 'A line by the coordinates of its paths.',
    base: 'Polyline',
    fields: {
      HasID: 'boolean',
      HasZ: 'boolean',
      HasM: 'boolean',
      Extent: 'Envelope?',
      PathArray: 'ArrayOfPath',
      SpatialReference: 'SpatialReference?',
    },
  },
  PolylineB: {
    doc: 'A line in the binary shape form.',
    base: 'Polyline',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  ArrayOfPoint: { list: 'Point', item: 'Point' },
  ArrayOfPath: { list: 'Path', item: 'Path' },
  ArrayOfRing: { list: 'Ring', item: 'Ring' },
  ArrayOfSegment: { list: 'Segment', item: 'Segment' },
  MultiPatch: {
    doc: 'A surface in three dimensions made of patches.',
    abstract: true,
    base: 'Geometry',
    fields: {},
  },
  MultiPatchB: {
    doc: 'A surface in three dimensions in the binary shape form.',
    base: 'MultiPatch',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  MultiPatchN: {
    doc: 'A surface in three dimensions by the coordinates of its patches.',
    base: 'MultiPatch',
    fields: {
      HasID: 'boolean',
      HasZ: 'boolean',
      HasM: 'boolean',
      Extent: 'Envelope',
      SurfacePatchArray: 'ArrayOfSurfacePatch',
    },
  },
  ArrayOfSurfacePatch: { list: 'Geometry', item: 'SurfacePatch' },
  Triangles: {
    doc: 'A surface patch whose vertices make one triangle with every three.',
    base: 'Geometry',
    fields: {
      PointArray: 'ArrayOfPoint?',
    },
  },
  TriangleFan: {
    doc: 'A surface patch of triangles that share the first vertex.',
    base: 'Geometry',
    fields: {
      PointArray: 'ArrayOfPoint?',
    },
  },
  TriangleStrip: {
    doc: 'A surface patch in which every vertex makes a triangle with the two before it.',
    base: 'Geometry',
    fields: {
      PointArray: 'ArrayOfPoint?',
    },
  },
  GeometryDef: {
    doc: 'The kind of shapes a field holds, whether they have heights and measures, and their spatial reference.',
    fields: {
      AvgNumPoints: 'int',
      GeometryType: 'gisGeometryType',
      HasM: 'boolean',
      HasZ: 'boolean',
      SpatialReference: 'SpatialReference',
      GridSize0: 'double?',
      GridSize1: 'double?',
      GridSize2: 'double?',
    },
  },
  GeometryResultOptions: {
    doc: 'How returned shapes are simplified or densified; lengths and offsets are in units of the answer, and -1 or 0 mean not set.',
    fields: {
      DensifyGeometries: 'boolean?',
      MaximumSegmentLength: 'double?',
      MaximumDeviation: 'double?',
      GeneralizeGeometries: 'boolean?',
      MaximumAllowableOffset: 'double?',
    },
    defaults: {
      DensifyGeometries: false,
      MaximumSegmentLength: -1.0,
      MaximumDeviation: 0.0,
      GeneralizeGeometries: false,
      MaximumAllowableOffset: 0.0,
    },
    notes: {
      MaximumSegmentLength: 'units of the answer; -1: not set',
      MaximumDeviation: 'units of the answer; 0: not set',
      MaximumAllowableOffset: 'units of the answer; 0: not set',
    },
  },
} as const satisfies TypeRows;
