import { listParameterChoices } from '../../../sw/contract/parameter.ts';
import { type RestParameter, type RestRow, restRows } from '../../../sw/extensions/rest/contract/index.ts';
import type { AddedTypes } from '../../build/client-types.ts';

/** TypeScript types of REST parameters by kind; other kinds are text. */
const restKinds: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  ids: 'readonly number[]',
  names: 'readonly string[]',
  numbers: 'readonly number[]',
  size: 'readonly [number, number]',
  extent: 'readonly [number, number, number, number] | object',
  geometry: 'readonly number[] | object',
  spatialReference: 'number | object',
  time: 'number | readonly [number | null, number | null]',
  layerTexts: '{ readonly [layer: number]: string }',
  json: 'object',
};

function declarations(): string {
  const resources = Object.entries(restRows) as [string, RestRow][];
  const requests = resources.map(([name, row]) => `${text(row.doc, '  ')}  ${name}: ${restRequest(row)};`);
  const formats = resources.map(([name, row]) => {
    const all = row.bytes ? ["'bytes'"] : ['json', ...(row.formats ?? [])].map((format) => `'${format}'`);
    return `  ${name}: ${all.join(' | ')};`;
  });
  return `/** The request for a resource of the REST interface: the parts of its path, and its parameters. */
export interface RestRequests {
${requests.join('\n')}
}
export interface RestFormats {
${formats.join('\n')}
}`;
}

function restRequest({ path, parameters }: RestRow): string {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => `${name}: string | number`);
  const parameterTypes = Object.entries(parameters)
    .filter(([, { kind }]) => kind !== 'unused')
    .map(([name, parameter]) => `${name}${parameter.required ? '' : '?'}: ${restType(parameter)}`);
  return `{ ${[...inPath, ...parameterTypes].join('; ')} }`;
}

const restType = (parameter: RestParameter): string =>
  listParameterChoices(parameter)
    .map((choice) => `'${choice}'`)
    .join(' | ') ||
  (restKinds[parameter.kind] ?? 'string');

const text = (doc: string, indent: string): string => `${indent}/** ${doc.replaceAll('*/', '* /')} */\n`;

/** Type declarations for the requests and formats of the REST interface, and the method `rest`. */
export const restTypes: AddedTypes = {
  declarations,
  members: `  rest<R extends keyof RestRequests, F extends RestFormats[R] = RestFormats[R] & 'json'>(
    name: R,
    request: RestRequests[R],
    options?: CallOptions & { readonly f?: F; readonly server?: 'MapServer' | 'FeatureServer' },
  ): Promise<F extends 'json' | 'geojson' ? { [member: string]: any } : Blob>;
`,
};
