import type { LooseGeometry } from '../reading/collect-features.ts';

const types: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
});
/** Depth of the lists around the positions of each geometry type. */
export const depths: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/**
 * Read a geometry in well-known text (OGC 06-103r4), with an optional `SRID=...;` in front. Measures are read as
 * heights.
 *
 * @returns undefined if the text isn't such a geometry
 */
export function parseWktGeometry(text: string): LooseGeometry | undefined {
  const tokens = text.replace(/^\s*SRID=\d+;/i, '').match(/[A-Za-z]+|[-+]?[\d.][\d.eE+-]*|[(),]|\S/g);
  if (!tokens) return undefined;
  let index = 0;
  const take = (requested: string): boolean => tokens[index]?.toUpperCase() === requested && ++index > 0;

  function position(): number[] | undefined {
    const numbers: number[] = [];
    while (index < tokens!.length && !/^[(),]$/.test(tokens![index]!)) {
      const number = Number(tokens![index++]);
      if (!Number.isFinite(number)) return undefined;
      numbers.push(number);
    }
    return numbers.length >= 2 && numbers.length <= 4 ? numbers : undefined;
  }

  function items(depth: number): unknown[] | undefined {
    if (!take('(')) return undefined;
    const list: unknown[] = [];
    do {
      // Each point of a multipoint may have its own brackets.
      const bracket = depth === 1 && take('(');
      const item = depth === 1 ? position() : items(depth - 1);
      if (item === undefined || (bracket && !take(')'))) return undefined;
      list.push(item);
    } while (take(','));
    return take(')') ? list : undefined;
  }

  function geometry(nesting: number): LooseGeometry | undefined {
    const type = types[tokens![index++]?.toUpperCase() ?? ''];
    if (!type || nesting > 16) return undefined;
    if (take('Z') || take('M')) take('M');
    else take('ZM');
    if (take('EMPTY')) return type === 'GeometryCollection' ? { type, geometries: [] } : { type, coordinates: [] };
    if (type === 'GeometryCollection') {
      if (!take('(')) return undefined;
      const geometries: LooseGeometry[] = [];
      do {
        const member = geometry(nesting + 1);
        if (!member) return undefined;
        geometries.push(member);
      } while (take(','));
      return take(')') ? { type, geometries } : undefined;
    }
    const depth = depths[type]!;
    if (depth > 0) {
      const coordinates = items(depth);
      return coordinates && { type, coordinates };
    }
    if (!take('(')) return undefined;
    const coordinates = position();
    return coordinates && take(')') ? { type, coordinates } : undefined;
  }

  const parsed = geometry(0);
  return parsed && index === tokens.length ? parsed : undefined;
}
