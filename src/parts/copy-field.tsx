import { showToast } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { IconButton } from './button.tsx';

/** Copy a text to the clipboard, and report success or failure. */
export async function copyText(label: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(label);
    showToast({ message: text.copied(what) });
  } catch {
    showToast({ kind: 'error', message: text.copyFailed });
  }
}

export function CopyField({ name, value }: { name: string; value: string }) {
  return (
    <div class="field copy-field">
      <span>{name}</span>
      <div>
        <code title={value}>{value}</code>
        <IconButton small icon="copy" name={`${text.copy}: ${name}`} onClick={() => void copyText(value, name)} />
      </div>
    </div>
  );
}
