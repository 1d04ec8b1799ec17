import { signal } from '@preact/signals';

/** What wants to be opened and waits for a person to agree: a workspace file, or the address of a file elsewhere. */
export const incoming = signal<
  { readonly kind: 'workspace'; readonly file: File } | { readonly kind: 'link'; readonly address: string } | undefined
>(undefined);

/** What a workspace file holds. */
interface WorkspaceFacts {
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly services: number;
  readonly maps: number;
}

/** Read what a workspace file says of itself; undefined for any other file. Nothing of it is opened yet. */
export async function workspaceFacts(file: File): Promise<WorkspaceFacts | undefined> {
  if (!/\.(soapstone|zip)$/i.test(file.name)) return undefined;
  try {
    const { openStoredZip } = await import('../../sw/formats/stored-zip.ts');
    const manifest = (await openStoredZip(file)).get('backup.json');
    if (!manifest) return undefined;
    const { format, madeAt, stores } = JSON.parse(await manifest.text());
    if (format !== 'soapstone-backup') return undefined;
    return { madeAt, services: Number(stores?.services ?? 0), maps: Number(stores?.maps ?? 0) };
  } catch {
    // Whatever is wrong with it, those who read other zips say so.
    return undefined;
  }
}
