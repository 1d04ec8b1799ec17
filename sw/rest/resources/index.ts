import type { CatalogueName, ServiceName } from '../../contract/rest/index.ts';
import type { CatalogueResource, RestResource } from '../call.ts';
import { catalogue, folder, info } from './catalogue.ts';
import { exportMap } from './export.ts';
import { layer, layers } from './layer.ts';
import { query } from './query.ts';
import { featureService, mapService } from './service.ts';

/** What answers each row of the catalogue. */
export const catalogueResources: { readonly [R in CatalogueName]: CatalogueResource<R> } = { info, catalogue, folder };

/** What answers each row of a service. A row without one does not compile. */
export const serviceResources: { readonly [R in ServiceName]: RestResource<R> } = {
  mapService,
  featureService,
  layers,
  export: exportMap,
  layer,
  query,
};
