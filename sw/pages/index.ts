/** The pages at `services`, loaded when the first is asked for. */
export { layerPage, tablePage } from './layer-page.ts';
export { errorPage, withToken } from './page.ts';
export { cataloguePage, servicePage } from './service-page.ts';
