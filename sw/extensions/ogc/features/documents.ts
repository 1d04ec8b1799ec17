import { documentResponse, json, type Link, type OgcCall, type OgcResource, ogcAddress } from '../call.ts';
import { featureRows } from '../contract/features.ts';
import type { OgcParameter, OgcRow } from '../contract/rows.ts';
import {
  collectionAt,
  collectionBody,
  collectionLinks,
  collectionSchema,
  crs84,
  crsUri,
  listCollections,
} from './collections.ts';

const openApi = 'application/vnd.oai.openapi+json;version=3.0';

const serviceTitle = ({ service }: OgcCall): string => service.definition.document.Title || service.key;

const selfLink = (call: OgcCall): Link => ({ href: ogcAddress(call, call.here), rel: 'self', type: json });

export const landing: OgcResource<(typeof featureRows)['landing']> = async (call, { f }) => {
  const links: Link[] = [
    selfLink(call),
    { href: ogcAddress(call, '/api'), rel: 'service-desc', type: openApi, title: 'OpenAPI' },
    { href: ogcAddress(call, '/conformance'), rel: 'conformance', type: json, title: 'Conformance' },
    { href: ogcAddress(call, '/collections'), rel: 'data', type: json, title: 'Collections' },
  ];
  const title = serviceTitle(call);
  const body = { title, description: call.service.definition.document.Comments || call.map.Description, links };
  return documentResponse({ title, links, body }, f === 'html');
};

const classes = [
  'ogcapi-features-1/1.0/conf/core',
  'ogcapi-features-1/1.0/conf/geojson',
  'ogcapi-features-1/1.0/conf/html',
  'ogcapi-features-1/1.0/conf/oas30',
  'ogcapi-features-2/1.0/conf/crs',
  'ogcapi-features-3/1.0/conf/queryables',
  'ogcapi-features-3/1.0/conf/filter',
  'ogcapi-features-3/1.0/conf/features-filter',
  'cql2/1.0/conf/cql2-text',
  'cql2/1.0/conf/basic-cql2',
];

export const conformance: OgcResource<(typeof featureRows)['conformance']> = async (call, { f }) => {
  const conformsTo = classes.map((name) => `http://www.opengis.net/spec/${name}`);
  return documentResponse({ title: 'Conformance', links: [selfLink(call)], body: { conformsTo } }, f === 'html');
};

export const collections: OgcResource<(typeof featureRows)['collections']> = async (call, { f }) => {
  const list: object[] = [];
  const all = listCollections(call);
  for (const metadata of all) list.push(await collectionBody(call, metadata));
  const links = [selfLink(call), ...all.map((metadata) => ({ ...collectionLinks(call, metadata)[0]!, rel: 'item' }))];
  const body = { links: [selfLink(call)], crs: [crs84, crsUri(4326), crsUri(3857)], collections: list };
  return documentResponse({ title: 'Collections', links, body }, f === 'html');
};

export const collection: OgcResource<(typeof featureRows)['collection']> = async (call, { f }) => {
  const published = collectionAt(call);
  const body = await collectionBody(call, published);
  return documentResponse({ title: published.Name, links: collectionLinks(call, published), body }, f === 'html');
};

export const queryables: OgcResource<(typeof featureRows)['queryables']> = async (call, { f }) => {
  const published = collectionAt(call);
  const body = {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: ogcAddress(call, call.here),
    type: 'object',
    title: published.Name,
    properties: collectionSchema(published),
    additionalProperties: false,
  };
  const document = { title: `Properties of ${published.Name}`, links: collectionLinks(call, published), body };
  return documentResponse({ ...document, type: 'application/schema+json' }, f === 'html');
};

/** Describe every row as OpenAPI 3.0. */
export const api: OgcResource<(typeof featureRows)['api']> = async (call, { f }) => {
  const paths = Object.entries(featureRows as Readonly<Record<string, OgcRow>>).map(([operationId, row]) => {
    const inPath = [...row.path!.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const inQuery = Object.entries(row.parameters).map(([name, parameter]) => ({
      name,
      in: 'query',
      description: parameter.doc,
      required: parameter.required ?? false,
      schema: parameterSchema(parameter),
      style: 'form',
      explode: false,
    }));
    const get = {
      operationId,
      summary: row.doc,
      parameters: [...inPath, ...inQuery],
      responses: { 200: { description: row.doc }, 400: { description: 'A parameter is wrong; the text names it.' } },
    };
    return [`/${row.path}`, { get }];
  });
  const info = { title: serviceTitle(call), version: String(call.service.version) };
  const body = { openapi: '3.0.3', info, servers: [{ url: call.address }], paths: Object.fromEntries(paths) };
  return documentResponse({ title: 'OpenAPI', links: [selfLink(call)], body, type: openApi }, f === 'html');
};

function parameterSchema({ kind, choices, minimum, maximum, lengths, default: defaultValue }: OgcParameter): object {
  if (choices) return { type: 'string', enum: choices, default: defaultValue };
  if (kind === 'numbers') {
    const [minimumItems = 1, maximumItems = minimumItems] = lengths ?? [];
    return { type: 'array', items: { type: 'number' }, minItems: minimumItems, maxItems: maximumItems };
  }
  if (kind !== 'integer' && kind !== 'number') return { type: 'string' };
  return { type: kind, minimum, maximum, default: defaultValue === undefined ? undefined : Number(defaultValue) };
}
