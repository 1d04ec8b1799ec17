import type { Extension } from '../../endpoints/extension.ts';

/** Tables and rasters that stay on other servers and are read with range requests. */
export const remote: Extension = {
  name: 'remote',
  endpoints: {
    sources: async (requestContext) => (await import('./endpoints/sources.ts')).answerSources(requestContext),
  },
  layerAnswers: {
    extents: async (requestContext, layer) =>
      (await import('./endpoints/group-extents.ts')).answerExtents(requestContext, layer),
  },
  remote: {
    files: async (parts) => (await import('./store/remote-files.ts')).createRemoteFiles(parts),
    makeRoom: async (connection) => (await import('./store/blocks.ts')).dropOldest(connection, Infinity),
  },
};
