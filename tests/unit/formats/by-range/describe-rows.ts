import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';

/** Describe a remote file that has rows, like the page does. */
export async function describeRows(...where: Parameters<typeof describeRemote>): Promise<RemoteDescription> {
  const described = await describeRemote(...where);
  if (described.kind !== 'rows') throw new Error(`expected rows, found ${described.kind}`);
  return described;
}
