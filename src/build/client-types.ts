import { enums, operations, type StructRow, type TypeRow, types } from '../../sw/contract/index.ts';

/** TypeScript types of the contract's scalars. */
const scalars: Readonly<Record<string, string>> = {
  int: 'number',
  short: 'number',
  long: 'number',
  unsignedByte: 'number',
  double: 'number',
  string: 'string',
  boolean: 'boolean',
  dateTime: 'string',
  base64Binary: 'Uint8Array',
  anyType: 'AnyValue',
};

const rows: Readonly<Record<string, TypeRow>> = types;
const structs = Object.entries(rows).filter((entry): entry is [string, StructRow] => !('list' in entry[1]));
const listDerivedTypes = (base: string): string[] =>
  structs.filter(([, row]) => row.base === base).map(([name]) => name);
const isInFamily = (name: string, row: StructRow): boolean =>
  row.base !== undefined || listDerivedTypes(name).length > 0;

/**
 * Return the name of a type itself. In the client's types, the name of a type with subtypes stands for their union, so
 * the type itself gets another name.
 */
const baseTypeName = (name: string): string => (listDerivedTypes(name).length > 0 ? `${name}Itself` : name);

/** Types of the methods that an extension adds to a client. */
export interface AddedTypes {
  readonly declarations: () => string;
  /** Lines to add to the client's interface. */
  readonly members: string;
}

/**
 * Write the client's TypeScript types: every enumeration, type and operation of the contract, with its documentation.
 *
 * The server infers its types from the same table. Here they are written out for users who only download a file.
 *
 * @param more types that extensions add
 */
export function clientTypes(more: readonly AddedTypes[] = []): string {
  return [
    '// Types of client.js, generated from the contract of the map service, schema 3.2.0.',
    ...Object.entries(enums).map(
      ([name, row]) => `${text(row.doc)}export type ${name} = ${row.values.map((value) => `'${value}'`).join(' | ')};`,
    ),
    anyValue,
    ...Object.entries(rows).map(([name, row]) => typeText(name, row)),
    `export interface Operations {\n${Object.entries(operations)
      .map(
        ([name, row]) =>
          `${text(row.doc, '  ')}  ${name}(request: ${fieldsText(row.request)}, options?: CallOptions): Promise<${fieldsText(row.response)}>;`,
      )
      .join('\n')}\n}`,
    ...more.map(({ declarations }) => declarations()),
    surroundings(more.map(({ members }) => members).join('')),
    '',
  ].join('\n');
}

function typeText(name: string, row: TypeRow): string {
  if ('list' in row) {
    const item = reference(row.list);
    return `export type ${name} = ${row.nil ? `(${item} | null)` : item.includes(' ') ? `(${item})` : item}[];`;
  }
  const heirs = listDerivedTypes(name);
  const union = [...(row.abstract ? [] : [baseTypeName(name)]), ...heirs];
  const itself = row.abstract
    ? ''
    : `${text(row.doc)}export interface ${baseTypeName(name)} ${fieldsText(allFields(row), isInFamily(name, row) ? `type: '${name}'; ` : '')}`;
  if (heirs.length === 0) return row.abstract ? `${text(row.doc)}export type ${name} = never;` : itself;
  return `${itself}${itself ? '\n' : ''}${text(row.doc)}export type ${name} = ${union.join(' | ')};`;
}

function allFields(row: StructRow): Record<string, string> {
  const base = row.base === undefined ? {} : allFields(rows[row.base] as StructRow);
  return { ...base, ...row.fields };
}

function fieldsText(fields: Readonly<Record<string, string>>, before = ''): string {
  const texts = Object.entries(fields).map(([name, type]) => {
    const isOptional = type.endsWith('?');
    return `${name}${isOptional ? '?' : ''}: ${reference(isOptional ? type.slice(0, -1) : type)}`;
  });
  return `{ ${before}${texts.join('; ')} }`;
}

const reference = (type: string): string => scalars[type] ?? type;
const text = (doc: string, indent = ''): string => `${indent}/** ${doc.replaceAll('*/', '* /')} */\n`;

const anyValue = `/** A value where the contract allows any type. */
export type AnyValue = string | number | boolean | Date | Uint8Array | null | { readonly type: string };`;

const surroundings = (members: string): string => `export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Timeout of an answer, in milliseconds. */
  readonly timeoutMs?: number;
}
export interface ConnectOptions {
  /** Path of the app on this origin, \`/\` or \`/maps/\`, or the full address of its page. */
  readonly base?: string;
  /** Address of \`bridge.html\` on another origin, instead of \`base\`. */
  readonly bridge?: string;
  /** Service for the operations. Default: \`World\`. */
  readonly service?: string;
  /** Rights that the bridge requests from the user. Default: \`read\`. */
  readonly access?: 'read' | 'administer';
  /** Accept the separate portal that some browsers create for a frame on another site. */
  readonly acceptPartitioned?: boolean;
  readonly timeoutMs?: number;
  /** For protected services. */
  readonly token?: string;
}
export interface Client extends Operations {
  readonly connection: {
    readonly kind: 'worker' | 'server' | 'frame' | 'window';
    readonly base: string;
    readonly isFirstParty: boolean;
    readonly dataId?: string;
  };
  readonly url: string;
  on(service: string): Client;
${members}  fetch(
    path: string,
    request?: { method?: string; headers?: { readonly [name: string]: string }; body?: string | Blob | ArrayBuffer | Uint8Array | FormData } & CallOptions,
  ): Promise<Response>;
  services(): Promise<readonly { readonly name: string; readonly title: string; readonly url: string }[]>;
  close(): void;
}
/** A fault of the server, or a failure to reach it. */
export class ClientError extends Error {
  readonly code: string;
  readonly operation: string;
  readonly request: unknown;
}
export function connect(options?: ConnectOptions): Promise<Client>;`;
