import { badValue, quoteValue, wrongValue } from '../contract/index.ts';
import { publishPrivate, servicePublished, serviceRemoved } from '../portal/index.ts';
import { packStored } from '../service/package.ts';
import { writeJson } from '../service/package-json.ts';
import { withTimesOfRows } from '../service/package-times.ts';
import { makeServiceKey } from '../store/catalogue.ts';
import { dropSources } from './drop-sources.ts';
import { answerLayers, readPackage } from './editing/change-layers.ts';
import { answerEdit } from './editing/edit-service.ts';
import { jsonResponse } from './error-response.ts';
import { ifInvalidToken, requireName, unknownServiceFault, usableServices } from './gate.ts';
import type { Endpoint, ServiceEndpoint } from './request-context.ts';
import { zipResponse } from './zip-response.ts';

/**
 * List the services that the caller can use (GET), or publish a package (POST).
 *
 * The package in the body is published completely or not at all. A service with the same key is replaced and keeps its
 * permissions; `access=private` makes a new service private from the start. A `time` without `fullTimeExtent` gets the
 * extent of the rows.
 *
 * @throws {Fault} `bad-package`, `bad-value` or `too-large` for an invalid package or parameter, `no-space` when the
 *   storage is full; the catalogue is then unchanged
 */
export const answerPublish: Endpoint = async (requestContext) => {
  const { context, request, url } = requestContext;
  if (request.method === 'GET') {
    const access = new Map((await context.store.portal.all('serviceSettings')).map((row) => [row.key, row.access]));
    const usable = await usableServices(requestContext);
    const services = usable.map(({ key, version, definition }) => ({
      key,
      title: definition.document.Title || key,
      version,
      access: access.get(key) ?? 'public',
    }));
    return jsonResponse({ services }, url);
  }
  const access = url.searchParams.get('access');
  if (access !== null && access !== 'private') throw badValue('access', `"private" or nothing`, access);
  const unpacked = await readPackage(request);
  const { files } = unpacked;
  const definition = await withTimesOfRows(unpacked, context.yieldNow);
  const { username } = await requireName(requestContext, makeServiceKey(definition), definition.folder);
  const publish = access
    ? publishPrivate(context, definition, files, username)
    : context.store.publish(definition, files);
  const record = await publish;
  await servicePublished(context, record, username);
  return jsonResponse({ success: true, key: record.key, version: record.version, bytes: record.bytes }, url);
};

/** Return a service as a package (GET), change it (PATCH, and POST for layers with data), or remove it (DELETE). */
export const answerAdminService: Endpoint = (requestContext) => {
  const { service } = requestContext;
  if (!service || requestContext.request.method === 'DELETE') return answerRemoval(requestContext);
  const { method } = requestContext.request;
  const answer = method === 'PATCH' ? answerEdit : method === 'POST' ? answerLayers : answerPackage;
  return answer({ ...requestContext, service });
};

/**
 * Return the service as a package (`f=package`), or its definition without the tables' storage details
 * (`f=definition`).
 *
 * @throws {Fault} `unknown-service` when it was removed in the meantime; `not-supported` for another `f`
 */
const answerPackage: ServiceEndpoint = async ({ context, service: { key }, url }) => {
  const stored = await context.store.portal.storedService(key);
  if (!stored) throw unknownServiceFault(context, key);
  const format = url.searchParams.get('f');
  if (format === 'definition') {
    const { definition, version } = stored.record;
    const access = (await context.store.portal.get('serviceSettings', key))?.access ?? 'public';
    const tables = Object.fromEntries(
      Object.entries(definition.tables).map(([name, { batches, levels, attributes, attachments, ...rest }]) => [
        name,
        { ...rest, attachmentCount: attachments?.entries.length ?? 0 },
      ]),
    );
    const body = writeJson({ definition: { ...definition, tables }, version, access });
    return new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
  }
  if (format !== 'package')
    throw wrongValue('not-supported', 'f', `"package" or "definition"`, quoteValue(format ?? undefined));
  const file = await packStored(stored.record.definition, stored.files, context.yieldNow);
  return zipResponse(file, `${key.replaceAll('/', '-')}.soapstone.zip`);
};

/** Remove a service. A service that no longer exists counts as removed, because a request can arrive twice. */
const answerRemoval: Endpoint = async (requestContext) => {
  const { context, match, service, url } = requestContext;
  const key = match.parameters.get('service') ?? '';
  const removed = service !== undefined && (await context.store.remove(key));
  if (removed) await dropSources(context, service.definition);
  // Also remove the remains of an interrupted removal.
  const isOwn =
    service || (!(await context.store.service(key)) && (await requireName(requestContext, key).catch(ifInvalidToken)));
  if (isOwn) await serviceRemoved(context, key);
  return jsonResponse({ success: true, removed, key }, url);
};
