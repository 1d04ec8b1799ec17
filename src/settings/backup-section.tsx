import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { fetchBackup, restoreBackup } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { saveFile } from '../parts/save-file.ts';
import { publishFiles } from '../state/dropped.ts';
import { followCatalogue } from '../state/other-tabs.ts';
import { services } from '../state/services.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

type Work =
  | { readonly state: 'none' }
  | { readonly state: 'working'; readonly words: string }
  | { readonly state: 'failed'; readonly message: string };

/** Everything to one file and back, and one service from a package file. */
export function BackupSection() {
  const [work, setWork] = useState<Work>({ state: 'none' });
  const [wanted, setWanted] = useState<File>();
  const restoring = useRef<HTMLInputElement>(null);
  const importing = useRef<HTMLInputElement>(null);
  const run = async (words: string, task: () => Promise<string>) => {
    setWork({ state: 'working', words });
    try {
      const done = await task();
      setWork({ state: 'none' });
      showToast({ message: done });
    } catch (error) {
      setWork({ state: 'failed', message: messageOf(error) });
    }
  };
  const backUp = () =>
    run(text.settings.backingUp, async () => {
      const file = await fetchBackup();
      saveFile(file, `soapstone-${new Date().toISOString().slice(0, 10)}.backup.zip`);
      return text.settings.backedUp(formatBytes(file.size));
    });
  const restore = (file: File) =>
    run(text.settings.restoring, async () => {
      const { services: count } = await restoreBackup(file);
      await followCatalogue();
      return text.settings.restored(formatCount(count));
    });
  const isWorking = work.state === 'working';
  return (
    <section class="card">
      <h2>{text.settings.backup}</h2>
      <p>{text.settings.backupDetail}</p>
      <div class="settings-row">
        <Button icon="download" disabled={isWorking} onClick={() => void backUp()}>
          {text.settings.backUp}
        </Button>
        <Button icon="upload" disabled={isWorking} onClick={() => restoring.current?.click()}>
          {text.settings.restore}
        </Button>
        <Button icon="file" disabled={isWorking} onClick={() => importing.current?.click()}>
          {text.settings.importOne}
        </Button>
      </div>
      <FileChoice of={restoring} name={text.settings.restore} onFile={setWanted} />
      <FileChoice of={importing} name={text.settings.importOne} onFile={(file) => publishFiles([file])} />
      {work.state === 'working' && <ProgressBar name={work.words} />}
      {work.state === 'failed' && (
        <Notice kind="error">
          <span>{work.message}</span>
          <span>{text.settings.unchanged}</span>
        </Notice>
      )}
      {wanted && (
        <Dialog
          title={text.settings.restoreTitle}
          onClose={() => setWanted(undefined)}
          footer={
            <>
              <Button onClick={() => setWanted(undefined)}>{text.cancel}</Button>
              <Button
                kind="danger"
                onClick={() => {
                  setWanted(undefined);
                  void restore(wanted);
                }}
              >
                {text.settings.restoreGo}
              </Button>
            </>
          }
        >
          <p>{text.settings.restoreLoss(wanted.name, formatCount(services.value?.length ?? 0))}</p>
        </Dialog>
      )}
    </section>
  );
}

function FileChoice(props: { of: { current: HTMLInputElement | null }; name: string; onFile: (file: File) => void }) {
  return (
    <input
      ref={props.of}
      type="file"
      hidden
      accept=".zip,application/zip"
      aria-label={props.name}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        event.currentTarget.value = '';
        if (file) props.onFile(file);
      }}
    />
  );
}
