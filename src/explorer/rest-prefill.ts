import { inPath } from '../../sw/contract/in-path.ts';
import { base, send } from '../connection/call.ts';
import type { Offered } from '../parts/form/parameter-input.tsx';
import { route } from '../state/route.ts';
import { currentKey, services } from '../state/services.ts';
import { httpRow, pathNames } from './operations.ts';

type Path = Readonly<Record<string, string>>;

interface Described {
  readonly mapName?: string;
  readonly initialExtent?: Readonly<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', number>>;
  readonly layers?: readonly Entry[];
  readonly tables?: readonly Entry[];
}
type Entry = { readonly id: number; readonly name: string; readonly type?: string };

const plain = (value: string, label = value): Offered => ({ value, label, entry: {} });

/** Return the choices for a path parameter of the REST interface. @throws {DOMException} `AbortError` */
export async function restChoices(
  operation: string,
  name: string,
  path: Path,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  switch (name) {
    case 'service': {
      const all = services.value ?? [];
      // Until the map is open, only the address names its service.
      const open = currentKey.value ?? route.value.get('service');
      const first = all.filter((service) => service.name === open);
      return [...first, ...all.filter((service) => !first.includes(service))].map((service) =>
        plain(service.name, service.title),
      );
    }
    case 'server':
      return httpRow(operation).servers!.map((server) => plain(server));
    case 'collectionId':
    case 'layer': {
      if (!pathNames(operation).includes(name)) return [];
      const { layers = [], tables = [] } = await readDescription(path, signal);
      const hasRows = operation !== 'rest:layer';
      const fitting = layers.filter(({ type }) => !hasRows || type === 'Feature Layer');
      return [...fitting, ...tables].map((entry) => plain(String(entry.id), `${entry.id} · ${entry.name}`));
    }
    case 'folder':
      return [...new Set((services.value ?? []).flatMap(({ name: key }) => key.split('/').slice(0, -1)))].map((key) =>
        plain(key),
      );
    case 'featureId':
      return firstIds({ ...path, layer: path.collectionId ?? '' }, signal);
    case 'z':
    case 'y':
    case 'x':
      return [plain('0')];
    case 'row':
      return path.level === undefined ? firstIds(path, signal) : [plain('0')];
    case 'attachment':
      return [plain('1')];
    case 'width':
    case 'height':
      return [plain('8')];
    case 'level':
    case 'column':
    case 'image':
      return [plain('0')];
    default:
      return [];
  }
}

/** Examples by parameter name. Every cache has this matrix set. */
const ogcExamples: Readonly<Record<string, string>> = {
  crs: 'CRS:84',
  bbox: '-180,-90,180,90',
  width: '800',
  height: '400',
  format: 'image/png',
  i: '400',
  j: '200',
  tilematrixset: 'default028mm',
  tilematrix: '0',
  tilerow: '0',
  tilecol: '0',
};

const requiredExamples = {
  imageDisplay: '800,600,96',
  tolerance: '5',
  searchText: 'a',
  objectIds: '1',
  inSR: '4326',
  outSR: '102100',
  geometries: '{"geometryType":"esriGeometryPoint","geometries":[{"x":8,"y":50}]}',
} as const;

/** Return a working value for a parameter; undefined if none is needed. */
export async function restExample(
  operation: string,
  name: string,
  isRequired: boolean,
  path: Path,
  signal: AbortSignal,
): Promise<string | undefined> {
  const examples: Readonly<Record<string, string>> = {
    where: '1=1',
    outFields: '*',
    resultRecordCount: '10',
    ...(isRequired ? requiredExamples : {}),
  };
  const isOgc = operation.startsWith('ogc:');
  if (isOgc && (!isRequired || ogcExamples[name] !== undefined)) return isRequired ? ogcExamples[name] : undefined;
  // If a layer has several relationships, a request must name one.
  if (name === 'relationshipId') return firstRelation(path, signal);
  if (examples[name] !== undefined || !isRequired) return examples[name];
  const { initialExtent, layers = [], tables = [], mapName } = await readDescription(path, signal);
  const first = layers.find(({ type }) => type === 'Feature Layer') ?? tables[0];
  if (isOgc) return operation.startsWith('ogc:wmts') ? mapName : first?.name;
  if (name === 'layer') return JSON.stringify({ id: 101, source: { type: 'mapLayer', mapLayerId: first?.id } });
  if (name === 'layerDefs') return JSON.stringify({ [first?.id ?? 0]: '1=1' });
  if (name === 'classificationDef') return classification(path, path.layer ?? String(first?.id), signal);
  const { xmin, ymin, xmax, ymax } = initialExtent ?? {};
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) return undefined;
  if (name === 'geometry') return `${(xmin + xmax) / 2},${(ymin + ymax) / 2}`;
  return name === 'mapExtent' ? [xmin, ymin, xmax, ymax].join(',') : undefined;
}

async function firstRelation({ service = '', server = 'MapServer', layer = '' }: Path, signal: AbortSignal) {
  const response = await send('rest:layer', `${serviceAddress(service, server)}/${layer}?f=json`, { signal });
  const { relationships = [] } = (await response.json()) as { readonly relationships?: readonly { id: number }[] };
  return relationships[0] && String(relationships[0].id);
}

interface Fields {
  readonly displayField?: string;
  readonly fields?: readonly { readonly name: string; readonly type: string }[];
}

/** Make a classification by the first numeric field, or by the values of the display field. */
async function classification({ service = '', server = 'MapServer' }: Path, layer: string, signal: AbortSignal) {
  const address = `${serviceAddress(service, server)}/${layer}?f=json`;
  const response = await send('rest:layer', address, { signal });
  const { displayField, fields = [] } = (await response.json()) as Fields;
  const number = fields.find(({ type }) => /(Integer|Single|Double)$/.test(type));
  if (!number) return JSON.stringify({ type: 'uniqueValueDef', uniqueValueFields: [displayField] });
  const classificationMethod = 'esriClassifyEqualInterval';
  return JSON.stringify({
    type: 'classBreaksDef',
    classificationField: number.name,
    classificationMethod,
    breakCount: 5,
  });
}

const serviceAddress = (service: string, server: string): string =>
  `${location.origin}${base}rest/services/${inPath(service)}/${server}`;

interface Rows {
  readonly objectIdFieldName?: string;
  readonly features?: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
}

/** Return the object IDs of a layer's first rows. */
async function firstIds({ service = '', server = 'MapServer', layer = '' }: Path, signal: AbortSignal) {
  if (!service || !layer) return [];
  const query = 'where=1%3D1&outFields=*&resultRecordCount=20&returnGeometry=false&f=json';
  const response = await send('rest:query', `${serviceAddress(service, server)}/${layer}/query?${query}`, { signal });
  const { features = [], objectIdFieldName = '' } = (await response.json()) as Rows;
  return features.map(({ attributes }) => plain(String(attributes[objectIdFieldName])));
}

let last: { readonly key: string; readonly described: Described } | undefined;

async function readDescription({ service = '', server = 'MapServer' }: Path, signal: AbortSignal): Promise<Described> {
  if (!service) return {};
  const key = serviceAddress(service, server);
  if (last?.key === key) return last.described;
  const response = await send('rest:mapService', `${key}?f=json`, { signal });
  const described = (await response.json()) as Described;
  last = { key, described };
  return described;
}
