/** The part of jsts used here, because the package has no types. */
declare module 'jsts/org/locationtech/jts/operation/relate/RelateOp.js' {
  // biome-ignore lint/complexity/noStaticOnlyClass: it is one
  export default class RelateOp {
    static relate(a: object, b: object): { toString(): string };
  }
}
declare module 'jsts/org/locationtech/jts/geom/GeometryFactory.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
  export default class GeometryFactory {
    createPoint(coordinate: Coordinate): object;
    createMultiPoint(points: object[]): object;
    createLineString(coordinates: Coordinate[]): object;
    createMultiLineString(lines: object[]): object;
    createLinearRing(coordinates: Coordinate[]): object;
    createPolygon(shell: object, holes: object[]): object;
    createMultiPolygon(polygons: object[]): object;
    createGeometryCollection(geometries: object[]): object;
  }
}
declare module 'jsts/org/locationtech/jts/geom/Coordinate.js' {
  export default class Coordinate {
    constructor(x: number, y: number);
  }
}
