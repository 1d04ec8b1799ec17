/** Messages about any task of a worker. The texts of readers are separate, because not every worker includes them. */
export const workerEn = {
  outOfMemory: () => 'The file is too large for the memory of this browser.',
  goneFile: () => 'The file can no longer be read; choose it again.',
  stopped: (reason: string) => `The worker stopped: ${reason || 'it ran out of memory or could not be loaded'}.`,
};
