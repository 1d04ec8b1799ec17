import { formatError } from '../connection/call.ts';
import { fetchPackage } from '../connection/catalogue.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Save a file as a download, replacing characters that file systems don't allow in its name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name.replaceAll(/[\\/:*?"<>|]+/g, '-');
  link.click();
  // The browser reads the file after the click. A minute is enough even for a slow disk.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Save a service as a package file, from which it can be published again. */
export async function exportService(key: string): Promise<void> {
  try {
    const file = await fetchPackage(key);
    saveFile(file, `${key}.soapstone.zip`);
    showToast({ message: text.settings.exported(key, formatBytes(file.size)) });
  } catch (error) {
    showToast({ kind: 'error', message: text.settings.exportFailed(key, formatError(error)) });
  }
}
