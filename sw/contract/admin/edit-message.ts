import type { Parameters } from '../parameter.ts';

/**
 * Body of PATCH `admin/services/{service}`. `map` names the map of `mapInfo` and `layers`, by default the first map.
 */
export const editMessage = {
  service: { kind: 'object', doc: 'name, folder, document, limits, capabilities, credits' },
  access: { kind: 'string', doc: 'who may use the service', choices: ['public', 'private'] },
  map: { kind: 'string', doc: 'name of the map; the first one by default' },
  mapInfo: { kind: 'object', doc: 'Description, CopyrightText, relationships' },
  layers: { kind: 'objects', doc: 'changes by layer id, such as [{"LayerID": 0, "Name": "Roads"}]' },
} as const satisfies Parameters;

/**
 * Kind of change to a member.
 *
 * `set` replaces the value. `clear` does too, and null removes it. `parts` replaces only the named parts.
 */
type ChangeKind = 'set' | 'clear' | 'parts';
export type ChangeRows = Readonly<Record<string, ChangeKind>>;

const table = {
  Name: 'set',
  Description: 'set',
  DisplayField: 'clear',
  DefinitionExpression: 'set',
  time: 'clear',
  presentation: 'clear',
  fields: 'parts',
} as const;

/** Members of a service's objects that can change without new data. */
export const editable = {
  service: {
    name: 'set',
    folder: 'clear',
    document: 'parts',
    limits: 'parts',
    capabilities: 'set',
    credits: 'set',
  },
  map: { Description: 'set', CopyrightText: 'set', relationships: 'clear' },
  layer: {
    ...table,
    CopyrightText: 'set',
    Visible: 'set',
    ShowLabels: 'set',
    MinScale: 'set',
    MaxScale: 'set',
    drawing: 'clear',
    rasterDrawing: 'clear',
  },
  table,
  field: { AliasName: 'set', Domain: 'clear', DefaultValue: 'clear' },
} as const satisfies Readonly<Record<string, ChangeRows>>;

/** Changes of an object. */
export type Changes<T, R extends ChangeRows> = {
  readonly [K in keyof T & keyof R]?:
    | (R[K] extends 'parts' ? Partial<T[K]> : T[K])
    | (R[K] extends 'clear' ? null : never)
    | undefined;
};
