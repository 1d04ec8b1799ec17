/** The plain pages of services in one part of the worker: each alone is too small for one. */
export { cataloguePage, servicePage } from './directory.ts';
export { layerPage, tablePage } from './layer-page.ts';
