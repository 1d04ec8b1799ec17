import { useEffect, useState } from 'preact/hooks';
import { preferredLanguage } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { type LocalFile, lockedFiles, unlockFiles } from './local-files.ts';
import { lockedFilesEn } from './locked-files-en.ts';

const t = preferredLanguage() === 'de' ? (await import('./locked-files-de.ts')).lockedFilesDe : lockedFilesEn;

/** Files on this computer that the browser has locked since, and a button that asks for them again; nothing where none is. */
export function LockedFiles({ onOpen }: { onOpen: () => void }) {
  const [files, setFiles] = useState<readonly LocalFile[]>([]);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void lockedFiles().then(setFiles, () => undefined), []);
  if (files.length === 0) return null;
  const open = async () => {
    const isOpen = await unlockFiles(files);
    setRefused(!isOpen);
    if (isOpen) onOpen();
    setFiles(await lockedFiles());
  };
  return (
    <div class="stack">
      <span>{t.locked(files.map(({ name }) => name).join(', '))}</span>
      {isRefused && <span role="status">{t.refused}</span>}
      <Button small kind="primary" icon="file" onClick={() => void open()}>
        {t.open(files.length)}
      </Button>
    </div>
  );
}
