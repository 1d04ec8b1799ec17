import { signal } from '@preact/signals';

/** Content that waits for the user's consent to open it: a workspace file, or the URL of a remote file. */
export const incoming = signal<
  { readonly kind: 'workspace'; readonly file: File } | { readonly kind: 'link'; readonly address: string } | undefined
>(undefined);

/** Ask whether to open a workspace file. */
export function offerWorkspace(file: File): void {
  incoming.value = { kind: 'workspace', file };
}

/** Ask whether to fetch and publish the file at a URL. */
export function offerLink(address: string): void {
  incoming.value = { kind: 'link', address };
}

/** Drop the incoming content, which closes the question about it. */
export function closeIncoming(): void {
  incoming.value = undefined;
}

/** Contents of a workspace file. */
interface WorkspaceFacts {
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly services: number;
  readonly maps: number;
  /** Account names, administrators first. */
  readonly accounts: readonly string[];
  readonly administrators: number;
  /** URLs that web hooks send events to. */
  readonly webHooks: readonly string[];
  /** Other hosts that its services and maps refer to, ascending. */
  readonly hosts: readonly string[];
}

/** Read the summary of a workspace file without opening it; undefined for any other file. */
export async function workspaceFacts(file: File): Promise<WorkspaceFacts | undefined> {
  if (!/\.(soapstone|zip)$/i.test(file.name)) return undefined;
  try {
    const { openStoredZip } = await import('../../sw/formats/zip/stored-zip.ts');
    const parts = await openStoredZip(file);
    const manifest = parts.get('backup.json');
    if (!manifest) return undefined;
    const { format, madeAt, stores } = JSON.parse(await manifest.text());
    if (format !== 'soapstone-backup') return undefined;
    const listStoreRows = async <T>(store: string, onMember?: (name: string, value: unknown) => unknown) =>
      JSON.parse((await parts.get(`stores/${store}.json`)?.text()) ?? '[]', onMember) as readonly { value: T }[];
    const hosts = new Set<string>();
    for (const store of ['services', 'maps', 'items'])
      await listStoreRows(store, (_, value) => {
        if (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value))
          hosts.add(new URL(value).host);
        return value;
      });
    hosts.delete(location.host);
    const users = (await listStoreRows<{ username: string; role: string }>('users')).map(({ value }) => value);
    const administrators = users.filter(({ role }) => role === 'administrator');
    return {
      madeAt,
      services: Number(stores?.services ?? 0),
      maps: Number(stores?.maps ?? 0),
      accounts: [...new Set([...administrators, ...users].map(({ username }) => String(username)))],
      administrators: administrators.length,
      webHooks: (await listStoreRows<{ payloadUrl: string }>('webhooks')).map(({ value }) => String(value.payloadUrl)),
      hosts: [...hosts].sort(),
    };
  } catch {
    // The file isn't a workspace; if it is another zip file, its reader reports the error.
    return undefined;
  }
}
