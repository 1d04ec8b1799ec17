import { geometryBuilder } from '../../../sw/formats/reading/geometry-builder.ts';
import type {
  SourceColumn,
  SourceFieldType,
  SourceGeometry,
  SourceTable,
} from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { extentOfVertices } from '../../../sw/geometry/single-geometry.ts';
import { hilbertOrder } from '../../../sw/rows/write/row-order.ts';
import { type City, type CountryFacts, type demoReader, onGrid } from './sources.ts';

type Cell = string | number | null;

/** Create a typed column. A text field is as long as its longest value. */
export function column(
  name: string,
  alias: string,
  type: SourceFieldType,
  values: Cell[],
  domain?: SourceColumn['domain'],
): SourceColumn {
  const length = values.reduce<number>(
    (most, cell) => (typeof cell === 'string' ? Math.max(most, cell.length) : most),
    0,
  );
  return { name, alias, type, length, values, domain };
}

/** Return a function that creates columns from values of rows. */
export const makeColumns =
  <T>(rows: readonly T[]) =>
  (name: string, alias: string, type: SourceFieldType, value: (row: T) => Cell, domain?: SourceColumn['domain']) =>
    column(name, alias, type, rows.map(value), domain);

/** Continents and their codes, the subtypes of countries. */
export const regions = [
  { code: 1, name: 'Africa' },
  { code: 2, name: 'Americas' },
  { code: 3, name: 'Antarctic' },
  { code: 4, name: 'Asia' },
  { code: 5, name: 'Europe' },
  { code: 6, name: 'Oceania' },
] as const;

const yesOrNo: NonNullable<SourceColumn['domain']> = {
  type: 'CodedValueDomain',
  DomainName: 'YesNo',
  FieldType: 'gisFieldTypeSmallInteger',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: [
    { Name: 'Yes', Code: { type: 'short', value: 1 } },
    { Name: 'No', Code: { type: 'short', value: 0 } },
  ],
};

const countryArticle = (name: string): string =>
  `https://en.wikipedia.org/wiki/${encodeURIComponent(name.replaceAll(' ', '_'))}`;

/** Create the table of countries with names, codes, area and the population of their cities. */
export function countriesTable(reader: ReturnType<typeof demoReader>, cities: readonly City[]): SourceTable {
  const { shapes, geometry } = reader.countries('10m');
  const facts = new Map(reader.countryFacts().map((fact) => [fact.ccn3, fact]));
  const countries = shapes.map(({ id, name }): CountryFacts | undefined => {
    if (id !== undefined) return facts.get(id);
    return [...facts.values()].find((fact) => fact.name.common === name && fact.ccn3 === '');
  });
  const area = shapes.map((_, row) => areaKm2(geometry, row));
  const homeCountries = homes(geometry, countries, area, cities);
  const population = new Float64Array(shapes.length);
  const places = new Int32Array(shapes.length);
  cities.forEach((city, i) => {
    const row = homeCountries[i]!;
    if (row < 0) return;
    population[row]! += city.population;
    places[row]! += 1;
  });
  const flags = countries.flatMap((fact, row) => {
    const bytes = fact && reader.flag(fact.cca2);
    return bytes ? [{ row, name: `${fact.cca2.toLowerCase()}.png`, contentType: 'image/png', bytes }] : [];
  });
  const shapeColumn = makeColumns(shapes);
  const factColumn = makeColumns(countries);
  const text = (name: string, alias: string, value: (fact: CountryFacts) => string | undefined): SourceColumn =>
    factColumn(name, alias, 'String', (fact) => (fact && value(fact)) || null);
  return {
    name: 'Countries',
    description: 'Countries and disputed areas at 1:10 million with the number of people living in cities and towns.',
    rowCount: shapes.length,
    spatialReference: wgs84,
    geometry,
    notes: [],
    attachments: flags,
    rasterFields: [{ name: 'FLAG', alias: 'Flag', files: flags }],
    columns: [
      shapeColumn('NAME', 'Name', 'String', (shape) => shape.name),
      text('OFFICIAL_NAME', 'Official name', (fact) => fact.name.official),
      text('ISO_A2', 'ISO code, 2 letters', (fact) => fact.cca2),
      text('ISO_A3', 'ISO code, 3 letters', (fact) => fact.cca3),
      shapeColumn('ISO_N3', 'ISO code, number', 'String', (shape) => shape.id ?? null),
      text('CAPITAL', 'Capital', (fact) => fact.capital?.join(', ')),
      factColumn('REGION_CODE', 'Part of the world', 'SmallInteger', (fact) =>
        fact ? (regions.find(({ name }) => name === fact.region)?.code ?? null) : null,
      ),
      text('REGION', 'Region', (fact) => fact.region),
      text('SUBREGION', 'Subregion', (fact) => fact.subregion),
      factColumn(
        'LANDLOCKED',
        'Landlocked',
        'SmallInteger',
        (fact) => (fact ? Number(fact.landlocked) : null),
        yesOrNo,
      ),
      factColumn(
        'UN_MEMBER',
        'Member of the United Nations',
        'SmallInteger',
        (fact) => (fact ? Number(fact.unMember) : null),
        yesOrNo,
      ),
      column(
        'AREA_KM2',
        'Area (km²)',
        'Double',
        area.map((value) => Math.round(value * 100) / 100),
      ),
      text('WIKIPEDIA', 'Article', (fact) => countryArticle(fact.name.common)),
      column('PLACES', 'Cities and towns', 'Integer', [...places]),
      column('URBAN_POP', 'People in cities and towns', 'Double', [...population]),
      column(
        'URBAN_DENSITY',
        'People in cities and towns per km²',
        'Double',
        area.map((value, row) => (value > 0.05 ? Math.round((population[row]! / value) * 1000) / 1000 : null)),
      ),
    ],
  };
}

/** Return the row of the country for each city: by its code, or by location for areas without a code. */
function homes(
  geometry: NonNullable<SourceTable['geometry']>,
  countries: readonly (CountryFacts | undefined)[],
  area: readonly number[],
  cities: readonly City[],
): Int32Array {
  // Outlying islands have the code of their country. Assign cities to its largest area.
  const byCode = new Map<string, number>();
  countries.forEach((fact, row) => {
    const other = fact && byCode.get(fact.cca2);
    if (fact && (other === undefined || area[row]! > area[other]!)) byCode.set(fact.cca2, row);
  });
  const uncoded = countries.flatMap((fact, row) => (fact ? [] : [{ row, box: geometryBox(geometry, row) }]));
  return Int32Array.from(cities, ({ country, loc }) => {
    const [x, y] = loc.coordinates;
    for (const { row, box } of uncoded) {
      const near = x >= box[0]! && y >= box[1]! && x <= box[2]! && y <= box[3]!;
      if (near && isInside(geometry, row, x, y)) return row;
    }
    return byCode.get(country) ?? -1;
  });
}

function geometryBox({ xy, partOffsets, featureOffsets }: NonNullable<SourceTable['geometry']>, row: number): number[] {
  const [first, end] = [featureOffsets[row]!, featureOffsets[row + 1]!].map((part) => partOffsets[part]!);
  return extentOfVertices(xy, first, end) ?? [];
}

/** Descriptions of the GeoNames codes for populated places. */
const cityKinds: Readonly<Record<string, string>> = {
  PPLC: 'Capital of a country',
  PPLG: 'Seat of government',
  PPLA: 'Capital of a first-order division',
  PPLA2: 'Capital of a second-order division',
  PPLA3: 'Capital of a third-order division',
  PPLA4: 'Capital of a fourth-order division',
  PPLA5: 'Capital of a fifth-order division',
  PPLX: 'Section of a place',
  PPLL: 'Locality',
  PPLS: 'Places',
  PPLF: 'Farm village',
  PPLR: 'Religious place',
  STLMT: 'Settlement',
};

/** Create the table of places with at least 1,000 inhabitants. */
export function citiesTable(unordered: readonly City[], facts: readonly CountryFacts[]): SourceTable {
  // Order the rows as they will be stored, so that object IDs are consecutive, which compresses to almost nothing.
  const extents = new Float64Array(
    unordered.flatMap(
      ({
        loc: {
          coordinates: [x, y],
        },
      }) => [x, y, x, y],
    ),
  );
  const cities = Array.from(hilbertOrder(extents).order, (row) => unordered[row]!);
  const builder = geometryBuilder();
  for (const { loc } of cities) {
    builder.addVertex(onGrid(loc.coordinates[0], 16384), onGrid(loc.coordinates[1], 16384));
    builder.endPart();
    builder.endFeature();
  }
  const countryName = new Map(facts.map((fact) => [fact.cca2, fact.name.common]));
  const cityColumn = makeColumns(cities);
  const text = (name: string, alias: string, value: (city: City) => string | undefined): SourceColumn =>
    cityColumn(name, alias, 'String', (city) => value(city) || null);
  return {
    name: 'Cities',
    description: 'Cities, towns and villages of at least 1,000 people.',
    rowCount: cities.length,
    spatialReference: wgs84,
    geometry: builder.finish('point'),
    notes: [],
    columns: [
      text('NAME', 'Name', (city) => city.name),
      text('COUNTRY', 'Country', (city) => countryName.get(city.country)),
      text('ISO_A2', 'ISO code of the country', (city) => city.country),
      text('ADMIN1', 'Code of the first-order division', (city) => city.adminCode),
      text('KIND', 'Kind of place', (city) => cityKinds[city.featureCode] ?? 'Populated place'),
      cityColumn('POPULATION', 'Population', 'Integer', (city) => city.population),
    ],
  };
}

/** Radius of the sphere with the surface area of the WGS 84 ellipsoid, in kilometers. */
const radiusKm = 6371.0072;
const radians = Math.PI / 180;

/**
 * Return the area in square kilometers of a polygon in longitude and latitude, on a sphere. Edges are straight lines in
 * the plate carrée.
 *
 * This is exact: the integral of sin(latitude) along each edge.
 */
function areaKm2({ xy, partOffsets, featureOffsets }: SourceGeometry, row: number): number {
  let sum = 0;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      const dx = (xy[v * 2 + 2]! - xy[v * 2]!) * radians;
      const a = xy[v * 2 + 1]! * radians;
      const b = xy[v * 2 + 3]! * radians;
      sum += dx * (Math.abs(b - a) < 1e-9 ? Math.sin((a + b) / 2) : (Math.cos(a) - Math.cos(b)) / (b - a));
    }
  }
  // Exterior rings are clockwise, so their integral is positive.
  return Math.max(0, sum) * radiusKm * radiusKm;
}

/** Check whether a point is in the polygon of `row`, with the even-odd rule over all its rings. */
function isInside({ xy, partOffsets, featureOffsets }: SourceGeometry, row: number, x: number, y: number): boolean {
  let inside = false;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      const ya = xy[v * 2 + 1]!;
      const yb = xy[v * 2 + 3]!;
      if (ya > y === yb > y) continue;
      if (x < ((xy[v * 2 + 2]! - xy[v * 2]!) * (y - ya)) / (yb - ya) + xy[v * 2]!) inside = !inside;
    }
  }
  return inside;
}
