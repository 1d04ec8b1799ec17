import { sourceHost } from '../../../../sw/formats/reading/source-address.ts';
import { defaultLimits, type ServiceDefinition } from '../../../../sw/service/definition.ts';
import { packToSend } from '../../../../sw/service/package.ts';

/** What a person decides about a layer whose rows stay elsewhere. */
export interface ElsewhereChoices {
  readonly name: string;
  readonly title: string;
  /** Of the layer: says where its rows are. */
  readonly description: string;
  /** EPSG code, where the file says none. */
  readonly wkid?: number;
}

/** Pack a service whose data stay where they are: it has no files, and names their host among its credits. */
export function packElsewhere(
  address: string,
  { name, title, description }: Pick<ElsewhereChoices, 'name' | 'title' | 'description'>,
  content: Pick<ServiceDefinition, 'maps' | 'tables' | 'rasters'>,
  credits: readonly string[] = [],
): Blob {
  const host = sourceHost(address);
  const definition = {
    name,
    document: { Title: title, Subject: '', Author: '', Category: '', Keywords: '', Comments: description },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'] as const,
    ...content,
    credits: [...credits, ...(host ? [host] : [])],
  };
  return packToSend(definition, new Map());
}
