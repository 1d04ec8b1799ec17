import { sourceHost } from '../../../../sw/formats/reading/source-address.ts';
import { defaultLimits, type ServiceDefinition } from '../../../../sw/service/definition.ts';
import { packToSend } from '../../../../sw/service/package.ts';
import type { ElsewhereChoices } from './messages.ts';

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
