import type { Value } from '../../../sw/contract/index.ts';
import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';
import { regions } from './world-tables.ts';

const separated = (decimals: number): Value<'NumericFormat'> => ({
  RoundingOption: 'gisRoundNumberOfDecimals',
  RoundingValue: decimals,
  UseSeparator: true,
});

export const cityPresentation: PresentationDefinition = {
  popup: { kind: 'text', template: '<h3>{NAME}</h3><p>{KIND}, {COUNTRY}</p><p>{POPULATION} people</p>' },
  numberFormats: { POPULATION: separated(0) },
};

export const countryPresentation: PresentationDefinition = {
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
  numberFormats: { AREA_KM2: separated(0), URBAN_POP: separated(0), URBAN_DENSITY: separated(1), PLACES: separated(0) },
};
