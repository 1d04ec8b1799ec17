import { expect, test } from 'vitest';
import { handlers } from '../../sw/handlers/index.ts';
import { sampleContext } from './sample-context.ts';

async function catchRefusal(capabilities: readonly ('Map' | 'Query' | 'Data')[]): Promise<string[]> {
  const context = await sampleContext();
  const sample = (await context.store.service('Sample'))!;
  const service = { ...sample, definition: { ...sample.definition, capabilities } };
  const names: string[] = [];
  for (const [name, handler] of Object.entries(handlers)) {
    try {
      // The request is empty, so a call that isn't refused fails later with another error.
      await (handler as (call: object, request: object) => Promise<unknown>)({ context, service }, {});
    } catch (error) {
      if ((error as { code?: string }).code === 'not-allowed') names.push(name);
    }
  }
  return names.sort();
}

test('a service refuses the operations of capabilities it lacks, and no others', async () => {
  expect(await catchRefusal(['Map', 'Query', 'Data'])).toEqual([]);
  expect(await catchRefusal(['Query', 'Data'])).toContain('ExportMapImage');
  expect(await catchRefusal(['Map', 'Data'])).toEqual([
    'Identify',
    'QueryAttachmentData',
    'QueryAttachmentData2',
    'QueryAttachmentInfos',
    'QueryAttachmentInfos2',
    'QueryHTMLPopups',
    'QueryHTMLPopups2',
  ]);
  const withoutData = await catchRefusal(['Map', 'Query']);
  expect(withoutData).toHaveLength(16);
  expect(withoutData).toContain('Find');
  expect(await catchRefusal([])).not.toContain('GetServerInfo');
});
