import {
  getAttachments,
  getFeature,
  getLayer,
  type IFeature,
  type IQueryFeaturesResponse,
  queryAllFeatures,
  queryFeatures,
  queryRelated,
} from '@esri/arcgis-rest-feature-service';
import { ArcGISRequestError } from '@esri/arcgis-rest-request';

/** Run a query with the library. */
export const answerTo = (options: Parameters<typeof queryFeatures>[0]) => queryFeatures(options);

/** Return the metadata that the library uses to page and read a layer. */
export async function openRestLayer(url: string) {
  const { name, type, objectIdField, maxRecordCount, fields } = await getLayer({ url });
  return { name, type, objectIdField, maxRecordCount, fields: fields?.map((field) => field.name) };
}

/** Return the attributes of the rows that pass a filter, one page of them. */
export async function queryRestRows(url: string, where: string, more: object = {}) {
  const { features } = (await queryFeatures({ url, where, ...more })) as IQueryFeaturesResponse;
  return features.map(({ attributes }) => attributes);
}

/** Return attributes and geometry of the rows that pass a filter, as GeoJSON or as PBF that the library decodes. */
export async function queryRestShapes(url: string, where: string, f: 'geojson' | 'pbf-as-geojson') {
  const answer = await queryFeatures({ url, where, outFields: '*', outSR: '4326', f });
  const { features } = answer as unknown as GeoJSON.FeatureCollection;
  return features.map(({ id, properties, geometry }) => ({ id, properties, geometry }));
}

/** Return the number of rows that pass a filter. */
export async function queryRestCount(url: string, where: string) {
  return (await queryFeatures({ url, where, returnCountOnly: true })) as { count?: number };
}

/** Return the IDs of all rows that pass a filter, page by page. */
export async function allIds(url: string, where: string, idField: string): Promise<number[]> {
  const { features } = await queryAllFeatures({ url, where, outFields: [idField], returnGeometry: false });
  return features.map((feature) => (feature as IFeature).attributes[idField]);
}

export const row = async (url: string, id: number) => (await getFeature({ url, id })).attributes;

/** Return the attributes of related rows by the ID of their origin row. */
export async function queryRestRelated(url: string, objectIds: number[], relationshipId: number) {
  const { relatedRecordGroups } = await queryRelated({ url, objectIds, relationshipId, outFields: ['*'] });
  return relatedRecordGroups?.map(({ objectId, relatedRecords }) => ({
    id: objectId as number | undefined,
    rows: relatedRecords?.map(({ attributes }) => attributes),
  }));
}

/** Return the files attached to a row, and the size of each download. */
export async function queryRestAttachments(url: string, featureId: number) {
  const { attachmentInfos } = await getAttachments({ url, featureId });
  return Promise.all(
    attachmentInfos.map(async ({ id, name, contentType, size }) => {
      const bytes = await (await fetch(`${url}/${featureId}/attachments/${id}`)).arrayBuffer();
      return { name, contentType, size, received: bytes.byteLength };
    }),
  );
}

/** Return the library's error for a query that the server refuses. */
export const readRestError = (url: string, where: string) =>
  queryFeatures({ url, where }).then(
    () => undefined,
    (error: unknown) =>
      error instanceof ArcGISRequestError ? { code: error.code, message: error.message } : undefined,
  );
