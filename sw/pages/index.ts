/** The pages at `services`, which the worker loads on demand. */
export { layerPage, tablePage } from './layer-page.ts';
export { errorPage, withToken } from './page.ts';
export { cataloguePage, servicePage } from './service-page.ts';
