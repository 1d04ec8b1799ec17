import { messageOf } from '../connection/call.ts';
import { fetchPackage } from '../connection/catalogue.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Give a file to the person, as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click; a minute is enough even for a slow disk to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Save a service as a package file, from which it can be published again. */
export async function exportService(key: string): Promise<void> {
  try {
    const file = await fetchPackage(key);
    saveFile(file, `${key.replaceAll('/', '-')}.soapstone.zip`);
    showToast({ message: text.settings.exported(key, formatBytes(file.size)) });
  } catch (error) {
    showToast({ kind: 'error', message: text.settings.exportFailed(key, messageOf(error)) });
  }
}
