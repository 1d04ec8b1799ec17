import { formatError } from '../connection/call.ts';
import { fetchBackup } from '../connection/catalogue.ts';
import { offerWorkspace } from '../state/incoming.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes } from '../text/format.ts';
import { workspaceText } from '../text/workspace-text.ts';
import { saveFile } from './save-file.ts';

/** Accepted types of a file input for workspaces. Older files end in `.backup.zip`. */
export const workspaceFiles = '.soapstone,.zip,application/zip';

/**
 * Save everything stored in this browser as one file, which any Soapstone can open.
 *
 * @returns its size in bytes
 * @throws {ServiceFault}
 */
export async function saveWorkspaceFile(hasTiles: boolean): Promise<number> {
  const file = await fetchBackup(hasTiles);
  // A custom type, because otherwise browsers add `.zip` to the name.
  const typed = new Blob([file], { type: 'application/vnd.soapstone.workspace' });
  saveFile(typed, `workspace-${new Date().toISOString().slice(0, 10)}.soapstone`);
  return file.size;
}

/** Save the workspace and report the result in a message. */
export async function saveWorkspace(): Promise<void> {
  showToast({ message: workspaceText.backingUp });
  try {
    showToast({ message: workspaceText.backedUp(formatBytes(await saveWorkspaceFile(true))) });
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}

/** Open a file picker for a workspace, and ask how to open it. */
export function chooseWorkspace(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = workspaceFiles;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) offerWorkspace(file);
  });
  input.click();
}
