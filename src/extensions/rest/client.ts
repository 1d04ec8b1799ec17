import { readErrorCode } from '../../../sw/contract/fault.ts';
import { inPath } from '../../../sw/contract/in-path.ts';
import type { EnumName, Value } from '../../../sw/contract/infer.ts';
import { type RestName, type RestRow, restRows } from '../../../sw/extensions/rest/contract/index.ts';
import { type AskOptions, defaultTimeoutMs, withTimeout } from '../../client/ask.ts';
import { ClientError, type ClientErrorCode } from '../../client/client-error.ts';
import type { ClientMethods } from '../../client/connect.ts';
import type { Transport } from '../../client/transport.ts';

type Rows = typeof restRows;

/** Types of request parameters by kind. */
interface Given {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly number: number;
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  readonly size: readonly [widthPx: number, heightPx: number];
  readonly extent: readonly [xmin: number, ymin: number, xmax: number, ymax: number] | object;
  readonly geometry: readonly number[] | object;
  readonly spatialReference: number | object;
  /** Epoch milliseconds; null for an open end. */
  readonly time: number | readonly [start: number | null, end: number | null];
  readonly layerChoice: string;
  readonly layerTexts: Readonly<Record<number, string>>;
  readonly json: object;
}

type EsriWord<W> = W extends `gis${infer Rest}` ? `esri${Rest}` : never;
type GivenFor<P> = P extends { enum: infer E extends EnumName }
  ? EsriWord<Value<E>>
  : P extends { choices: readonly (infer C)[] }
    ? C
    : P extends { kind: infer K extends keyof Given }
      ? Given[K]
      : never;
type Used<P> = { [N in keyof P]: P[N] extends { kind: 'unused' } ? never : N }[keyof P];
type PathNames<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;

/** The arguments of a resource: its path parameters and its other parameters. */
type RestRequest<R extends RestName> = {
  readonly [N in PathNames<Rows[R]['path']>]: string | number;
} & {
  readonly [N in Used<Rows[R]['parameters']> as Rows[R]['parameters'][N] extends { required: true }
    ? N
    : never]: GivenFor<Rows[R]['parameters'][N]>;
} & {
  readonly [N in Used<Rows[R]['parameters']>]?: GivenFor<Rows[R]['parameters'][N]> | undefined;
};

/** The response formats of a resource. */
type RestFormatOf<R extends RestName> =
  | 'json'
  | (Rows[R] extends { formats: readonly (infer F extends string)[] } ? F : never);

/** JSON is parsed; other formats, and resources that return bytes, become a Blob with its type. */
type RestAnswer<R extends RestName, F> = Rows[R] extends { bytes: true }
  ? Blob
  : F extends 'json' | 'geojson'
    ? RestJson
    : Blob;

// biome-ignore lint/suspicious/noExplicitAny: the members of an answer depend on what is asked
type RestJson = Record<string, any>;

interface RestOptions<F extends string = string> extends AskOptions {
  readonly f?: F;
  /** The server type; by default the first in the row. */
  readonly server?: 'MapServer' | 'FeatureServer';
}

/**
 * Request a resource of the REST interface.
 *
 * @throws {ClientError} with the server's fault; also like `exchange`
 * @throws the signal's reason if it is aborted
 */
export async function askRest<R extends RestName, F extends RestFormatOf<R> = 'json'>(
  transport: Transport,
  service: string,
  name: R,
  restRequest: RestRequest<R>,
  { f, server, signal, timeoutMs = defaultTimeoutMs, token }: RestOptions<F> = {},
): Promise<RestAnswer<R, F>> {
  const row: RestRow = restRows[name];
  const operation = `rest:${name}`;
  const inPath = new Set<string>();
  const below = row.path.replaceAll(/\{(\w+)\}/g, (_, segment: string) => {
    inPath.add(segment);
    return encodeURIComponent(String((restRequest as Readonly<Record<string, unknown>>)[segment]));
  });
  const form = new URLSearchParams({ f: f ?? 'json' });
  for (const [parameter, value] of Object.entries(restRequest))
    if (value !== undefined && !inPath.has(parameter)) form.set(parameter, writeValue(value));
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-request-id': crypto.randomUUID(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return withTimeout(operation, restRequest, signal, timeoutMs, async (combined) => {
    const request = { method: 'POST', headers, body: form.toString(), signal: combined };
    const response = await transport.send(makePath(row, service, server, below), request);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    if (!isJson && response.ok) return (await response.blob()) as RestAnswer<R, F>;
    const answer = isJson ? ((await response.json()) as RestJson) : {};
    const { code, message } = answer.error ?? {};
    if (message !== undefined)
      throw new ClientError((readErrorCode(answer.error) ?? code) as ClientErrorCode, message, operation, restRequest);
    if (response.ok) return answer as RestAnswer<R, F>;
    throw new ClientError('no-answer', `Status ${response.status} was answered.`, operation, restRequest);
  });
}

function makePath({ servers }: RestRow, service: string, server: string | undefined, below: string): string {
  const [first] = Object.keys(servers ?? {});
  if (first === undefined) return `rest/${below}`;
  const key = inPath(service);
  return `rest/services/${key}/${server ?? first}${below === '' ? '' : `/${below}`}`;
}

/** Convert a value to text: lists are joined with commas, an open end is `null`, objects and lists of them are JSON. */
function writeValue(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return value.some((item) => typeof item === 'object' && item !== null)
    ? JSON.stringify(value)
    : value.map(String).join(',');
}

/**
 * The method `rest` of a client: `rest('query', { layer: 0, where: '1=1' })` returns JSON, or a Blob for other formats.
 */
export const restMethods: ClientMethods = (transport, service, defaults) => ({
  rest: <R extends RestName, F extends RestFormatOf<R> = 'json'>(
    name: R,
    request: RestRequest<R>,
    options: RestOptions<F> = {},
  ) => askRest(transport, service, name, request, { ...defaults, ...options }),
});
