import type { CatalogueResource, RestResource } from '../call.ts';
import type { CatalogueName, ServiceName } from '../contract/index.ts';
import { catalogue, folder, geometryService, info, project } from './catalogue.ts';
import { exportMap } from './export.ts';
import { attachment, attachments, feature, htmlPopup, queryAttachments } from './feature.ts';
import { dynamicLayer, dynamicLayerRenderer, generateRenderer, layer, layers, queryDomains } from './layer.ts';
import { legend, legendImage, queryLegends } from './legend.ts';
import { dynamicLayerQuery, query, serviceQuery } from './query.ts';
import { queryRelatedRecords } from './related.ts';
import { find, identify } from './search.ts';
import { featureService, mapService } from './service.ts';
import { tile, tilemap } from './tile.ts';

/** The function that answers each row of the catalogue. */
export const catalogueResources: { readonly [R in CatalogueName]: CatalogueResource<R> } = {
  info,
  catalogue,
  folder,
  geometryService,
  project,
};

/** The function that answers each row of a service. A missing function is a type error. */
export const serviceResources: { readonly [R in ServiceName]: RestResource<R> } = {
  mapService,
  featureService,
  layers,
  export: exportMap,
  layer,
  query,
  serviceQuery,
  identify,
  find,
  legend,
  queryLegends,
  legendImage,
  tile,
  tilemap,
  queryRelatedRecords,
  queryAttachments,
  feature,
  attachments,
  attachment,
  htmlPopup,
  generateRenderer,
  dynamicLayerRenderer,
  dynamicLayer,
  dynamicLayerQuery,
  queryDomains,
};
