/** A GeoJSON feature. */
export interface Area {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: number[][][][] };
}

/**
 * Make areas with holes, several parts and all kinds of fields, the same in every run. GDAL 3.6 wrote them to
 * `areas.fgb`:
 * `node -e "import('./areas.ts').then((m) =>
 * console.log(JSON.stringify({ type: 'FeatureCollection', features: m.areas() })))" |
 * ogr2ogr -f FlatGeobuf areas.fgb /vsistdin/ -nln areas`,
 * and the first twenty without an index to `areas-plain.fgb` (`-lco SPATIAL_INDEX=NO -limit 20`).
 */
export function areas(count = 1000): Area[] {
  let state = 5;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const ring = (x: number, y: number, radius: number, corners: number): number[][] => {
    const points = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)].map((value) => Math.round(value * 1e6) / 1e6);
    });
    return [...points, points[0]!];
  };
  const two = (value: number) => String(value).padStart(2, '0');
  return Array.from({ length: count }, (_, i) => {
    const [x, y, radius] = [random() * 40 - 10, random() * 30 + 35, 0.02 + random() * 0.2];
    const area = [ring(x, y, radius, 4 + Math.floor(random() * 5))];
    if (i % 5 === 0) area.push(ring(x, y, radius / 3, 5).reverse());
    return {
      type: 'Feature',
      properties: {
        n: i,
        big: 2 ** 40 + i,
        share: i % 13 === 0 ? null : i / 7,
        name: i % 11 === 0 ? null : `Haus ${i} ä€`,
        flag: i % 2 === 0,
        day: `2020-${two((i % 12) + 1)}-${two((i % 28) + 1)}`,
        at: `2021-03-${two((i % 28) + 1)}T${two(i % 24)}:30:15`,
      },
      geometry: {
        type: 'MultiPolygon',
        coordinates: i % 7 === 0 ? [area, [ring(x + 0.5, y, radius / 2, 4)]] : [area],
      },
    };
  });
}

export type Box = readonly [number, number, number, number];

export function areaBox({ geometry }: Area): Box {
  const points = geometry.coordinates.flat(2);
  const [x, y] = [points.map((point) => point[0]!), points.map((point) => point[1]!)];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

/** Return the numbers of areas that are far enough apart that no pixel contains two of them. */
export function apart(list: readonly Area[]): number[] {
  const far = 0.2;
  const chosen: { n: number; box: Box }[] = [];
  for (const area of list) {
    const box = areaBox(area);
    const isFree = chosen.every(
      ({ box: b }) => box[0] > b[2] + far || box[2] < b[0] - far || box[1] > b[3] + far || box[3] < b[1] - far,
    );
    if (isFree) chosen.push({ n: area.properties.n as number, box });
  }
  return chosen.map(({ n }) => n);
}
