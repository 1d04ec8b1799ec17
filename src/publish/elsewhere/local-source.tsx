import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { isKnown, pickLocalFile, readsLocalFiles, rememberHandle } from '../../parts/local-files/local-files.ts';
import { LockedFiles } from '../../parts/local-files/locked-files.tsx';
import { Notice } from '../../parts/notice.tsx';
import { formatBytes } from '../../text/format.ts';
import { elsewhereText as t } from './elsewhere-text.ts';
import type { Source } from './sources.ts';

/** A file on this computer that a service reads in place, and how the browser comes back to it. */
export function LocalSource({ source }: { source: Source }) {
  const { address, name, sizeBytes, version } = source;
  const [isThere, setThere] = useState(true);
  const [problem, setProblem] = useState<string>();
  useEffect(() => void isKnown(address).then(setThere, () => setThere(false)), [address]);
  const find = async () => {
    setProblem(undefined);
    try {
      const handle = await pickLocalFile();
      if (!handle) return;
      const file = await handle.getFile();
      if (file.size !== sizeBytes || `modified:${file.lastModified}` !== version)
        return setProblem(t.localOther(handle.name));
      await rememberHandle(address, handle);
      setThere(true);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div class="stack">
      <p>
        <strong>{name}</strong>
      </p>
      <p>{t.localSource(formatBytes(sizeBytes))}</p>
      <p class="soft">{t.localCopy}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
      {isThere ? (
        <LockedFiles onOpen={() => undefined} />
      ) : (
        <div class="row">
          <span>{readsLocalFiles() ? t.localUnknown : t.noLocal}</span>
          {readsLocalFiles() && (
            <Button small icon="file" onClick={() => void find()}>
              {t.localFind}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
