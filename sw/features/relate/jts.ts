import CGAlgorithmsDD from 'jsts/org/locationtech/jts/algorithm/CGAlgorithmsDD.js';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';

/*
 * All that is used of jsts, as functions: the build of the worker keeps this module in a script of its own, which is loaded
 * when a relation first needs it.
 */

const factory = new GeometryFactory();

export const coordinate = (x: number, y: number): Coordinate => new Coordinate(x, y);
export const point = (at: Coordinate): object => factory.createPoint(at);
export const multiPoint = (points: object[]): object => factory.createMultiPoint(points);
export const lineString = (along: Coordinate[]): object => factory.createLineString(along);
export const multiLineString = (lines: object[]): object => factory.createMultiLineString(lines);
export const linearRing = (around: Coordinate[]): object => factory.createLinearRing(around);
export const polygon = (shell: object, holes: object[]): object => factory.createPolygon(shell, holes);
export const multiPolygon = (polygons: object[]): object => factory.createMultiPolygon(polygons);

/** The nine characters of the DE-9IM matrix of two geometries. @throws what jsts makes of broken geometry */
export const relateMatrix = (a: object, b: object): string => RelateOp.relate(a, b).toString();

/** Side of the line from a to b on which c is, exact: 1 left, -1 right, 0 on it. */
export const orientationIndex = (a: Coordinate, b: Coordinate, c: Coordinate): number =>
  CGAlgorithmsDD.orientationIndex(a, b, c);
