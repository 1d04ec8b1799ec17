import type { Context } from '../../context.ts';
import { badValue, Fault, toFault } from '../../contract/index.ts';
import type { Given } from '../../endpoints/request-parameters.ts';
import { createCall } from '../../handlers/call.ts';
import { requireCapability } from '../../handlers/capabilities.ts';
import { createScheduler } from '../../scheduler.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { CatalogueResource, RestReply, RestResource } from './call.ts';
import {
  type CatalogueName,
  findRest,
  listRestFormats,
  type RestFormat,
  type RestMatch,
  type RestServer,
  type ServiceName,
} from './contract/index.ts';
import { firstRows, givesAny, hasForm, resourcePage } from './page/page.ts';
import { inParameters, readRestParameters } from './parameters/read-parameters.ts';
import { catalogueResources, serviceResources } from './resources/index.ts';
import { JsonText, jsonAnswer, readRestFormat, restError } from './response.ts';

/** Request to the REST interface that the gate has admitted. */
export interface RestRequest {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly given: Given;
  /** Path segments below `rest`, or below the service. */
  readonly below: readonly string[];
  /** The server type in the address. Only used if there is a service. */
  readonly server: RestServer;
  readonly service?: ServiceRecord | undefined;
  readonly usableServices: () => Promise<readonly ServiceRecord[]>;
}

/** Maximum duration of one request, in milliseconds. */
const budgetMs = 20_000;

/**
 * Answer a resource or operation. Check the address, the format, the capability and the parameters, in this order.
 * Faults become responses; nothing is thrown.
 */
export async function answerResource(received: RestRequest): Promise<Response> {
  const { request, below, service, server } = received;
  let { given } = received;
  const match = findRest(below, service && server);
  const isBlank = !match || !givesAny(match, given);
  let format: RestFormat = 'json';
  const budget = AbortSignal.timeout(budgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  try {
    if (!match)
      throw new Fault('not-supported', `Invalid URL: nothing is served at ${received.url.pathname.slice(0, 400)}.`);
    format = formatIn(match, request, given);
    if (format === 'html') given = firstRows(match, given);
    const reply = await (service
      ? serviceReply({ ...received, given }, match, format, service, signal)
      : catalogueReply({ ...received, given }, match, signal));
    if (reply instanceof Response) return reply;
    if (format !== 'html') return jsonAnswer(reply, given);
    const shown = reply instanceof JsonText ? reply.value() : reply;
    return resourcePage({ ...received, given, isBlank }, match, { reply: shown });
  } catch (error) {
    const isLate = budget.aborted && !(error instanceof Fault);
    const late = `${match?.name}: the operation didn't finish within ${budgetMs / 1000} s. Request a smaller area or fewer rows.`;
    const thrown = isLate ? new Fault('too-complex', late) : toFault(error, signal);
    const fault = match ? inParameters(thrown, match.row) : thrown;
    if (match && format === 'html' && hasForm(match))
      return resourcePage({ ...received, given, isBlank }, match, { fault });
    return restError(fault, request, given, match?.row.bytes);
  }
}

/**
 * Return the requested format; `image` for rows that answer with bytes.
 *
 * @throws {Fault} `bad-value` for a format that the row doesn't have
 */
function formatIn({ row }: RestMatch, request: Request, parameters: Given): RestFormat {
  const formats = listRestFormats(row);
  if (formats.length === 0) return 'image';
  const format = readRestFormat(request, parameters);
  const knownFormat = formats.find((candidate) => candidate === format);
  if (knownFormat) return knownFormat;
  throw badValue('f', `one of ${formats.join(', ')}`, format);
}

function catalogueReply(
  { context, given, usableServices }: RestRequest,
  { name, row, path }: RestMatch,
  signal: AbortSignal,
): Promise<RestReply> {
  const resource = catalogueResources[name as CatalogueName] as CatalogueResource<CatalogueName>;
  const root = `${context.origin}${context.base}`;
  const scheduler = createScheduler(context.now, context.yieldNow, signal);
  const call = { context, scheduler, root, path, services: usableServices };
  return resource(call, readRestParameters(row, given) as never);
}

function serviceReply(
  { context, request, given, server }: RestRequest,
  { name, row, path }: RestMatch,
  format: RestFormat,
  service: ServiceRecord,
  signal: AbortSignal,
): Promise<RestReply> {
  const { maps } = service.definition;
  const need = row.servers![server]!;
  if (need !== 'nothing') requireCapability(service, need, name);
  const resource = serviceResources[name as ServiceName] as RestResource<ServiceName>;
  const call = {
    ...createCall(context, service, signal),
    needs: need === 'nothing' ? undefined : need,
    request,
    server,
    map: maps[0]!,
    path,
    format,
  };
  return resource(call, readRestParameters(row, given) as never);
}
