import { inPath } from '../contract/in-path.ts';
import { knownRowCount, totalCount } from '../rows/row-count.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { Card, PageLink } from './page.ts';

/** Make the card of a service. */
export function serviceCard(service: ServiceRecord, base: string, href: string, links: readonly PageLink[]): Card {
  const { document } = service.definition;
  return {
    title: document.Title || service.key,
    href,
    image: `${serviceAddress(service, base)}/preview`,
    description: serviceDescription(service),
    facts: [layersText(service), ...featuresText(service), sizeText(service)],
    links,
  };
}

/**
 * Return the description of a service.
 *
 * Comments that only repeat the credits don't count; the description of the map is then used.
 */
export function serviceDescription({ definition: { document, credits, maps } }: ServiceRecord): string {
  const comments = document.Comments === credits.join('\n') ? '' : document.Comments;
  return comments || document.Subject || maps[0]!.Description;
}

function layersText({ definition: { maps } }: ServiceRecord): string {
  const count = (of: 'layers' | 'standaloneTables') => maps.reduce((sum, map) => sum + map[of].length, 0);
  const [layers, tables] = [count('layers'), count('standaloneTables')];
  const parts = [
    ...(layers > 0 || tables === 0 ? [formatCount(layers, 'layer')] : []),
    ...(tables > 0 ? [formatCount(tables, 'table')] : []),
  ];
  return parts.join(', ');
}

/**
 * Return the number of features of a service as the only item of a list; an empty list if the service has no features.
 */
export function featuresText({ definition }: ServiceRecord): string[] {
  const count = totalCount(Object.values(definition.tables).map(knownRowCount));
  return count === 0 ? [] : [count === null ? 'features not counted' : formatCount(count, 'feature')];
}

export const sizeText = ({ bytes }: ServiceRecord): string => `${(bytes / 1e6).toFixed(1)} MB`;

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Return the path of a service. */
export const serviceAddress = ({ key }: Pick<ServiceRecord, 'key'>, base: string): string =>
  `${base}services/${inPath(key)}/MapServer`;

/** Return the path of a service in the REST interface. */
export const restAddress = ({ key }: Pick<ServiceRecord, 'key'>, base: string, server = 'MapServer'): string =>
  `${base}rest/services/${inPath(key)}/${server}`;
