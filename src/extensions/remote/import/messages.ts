import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';
import type { ServiceDefinition } from '../../../../sw/service/definition.ts';
import type { RasterDescription } from './raster-description.ts';

/** What is known of a file elsewhere before it is a layer. */
export type ElsewhereDescription = RemoteDescription | RasterDescription;

/** What the worker for files elsewhere does: find out what a file has, make the package of a service, or give that the settings of a layer. */
export type ElsewhereJob =
  | { readonly type: 'describe'; readonly address: string }
  | { readonly type: 'make'; readonly described: ElsewhereDescription; readonly choices: ElsewhereChoices }
  | { readonly type: 'carry'; readonly made: Blob; readonly replaces: ServiceDefinition };

/** What a person decides about a layer whose rows stay elsewhere. */
export interface ElsewhereChoices {
  readonly name: string;
  readonly title: string;
  /** Of the layer: says where its rows are. */
  readonly description: string;
  /** EPSG code, where the file says none. */
  readonly wkid?: number;
}
