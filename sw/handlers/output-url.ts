import type { Call } from './call.ts';

/** Store bytes in the output directory for ten minutes and return their URL. */
export async function outputUrl(
  { context }: Call,
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  extension: string,
): Promise<string> {
  const file = await context.store.putOutput(new Blob([bytes], { type: mimeType }), mimeType);
  return `${context.origin}${context.base}output/${file.id}.${extension}`;
}
