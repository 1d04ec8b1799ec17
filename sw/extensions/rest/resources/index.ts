import type { CatalogueResource, RestResource } from '../call.ts';
import type { CatalogueName, ServiceName } from '../contract/index.ts';
import { attachment, attachments, queryAttachments } from './attachments.ts';
import { catalogue, folder, info } from './catalogue.ts';
import { dynamicLayerRenderer, generateRenderer } from './classes.ts';
import { queryDomains } from './domains.ts';
import { exportMap } from './export.ts';
import { feature, htmlPopup } from './feature.ts';
import { geometryService, project } from './geometry.ts';
import { dynamicLayer, layer, layers } from './layer.ts';
import { legend, legendImage, queryLegends } from './legend.ts';
import { dynamicLayerQuery, query, serviceQuery } from './query.ts';
import { queryRelatedRecords } from './related.ts';
import { find, identify } from './search.ts';
import { featureService, mapService } from './service.ts';
import { tile, tilemap } from './tile.ts';

/** What answers each row of the catalogue. */
export const catalogueResources: { readonly [R in CatalogueName]: CatalogueResource<R> } = {
  info,
  catalogue,
  folder,
  geometryService,
  project,
};

/** What answers each row of a service. A row without one does not compile. */
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
