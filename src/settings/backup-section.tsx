import { useState } from 'preact/hooks';
import { fetchBackup } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Check } from '../parts/form/check.tsx';
import { FileButton } from '../parts/form/file-button.tsx';
import { saveFile } from '../parts/save-file.ts';
import { publishFiles } from '../state/dropped.ts';
import { services } from '../state/services.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';
import { useWork, zipFiles } from './backup-work.tsx';

export function BackupSection() {
  const { isWorking, progress, run, restore } = useWork();
  const [hasTiles, setHasTiles] = useState(true);
  const [requested, setRequested] = useState<File>();
  const backUp = () =>
    run(text.settings.backingUp, async () => {
      const file = await fetchBackup(hasTiles);
      saveFile(file, `soapstone-${new Date().toISOString().slice(0, 10)}.backup.zip`);
      return text.settings.backedUp(formatBytes(file.size));
    });
  return (
    <section class="card">
      <h2>{text.settings.backup}</h2>
      <p>{text.settings.backupDetail}</p>
      <Check on={hasTiles} onChange={setHasTiles}>
        {text.settings.withTiles}
      </Check>
      <div class="row">
        <Button icon="download" disabled={isWorking} onClick={() => void backUp()}>
          {text.settings.backUp}
        </Button>
        <FileButton
          icon="upload"
          name={text.settings.restore}
          accept={zipFiles}
          disabled={isWorking}
          onFiles={([file]) => setRequested(file)}
        />
        <FileButton
          icon="file"
          name={text.settings.importOne}
          accept={zipFiles}
          disabled={isWorking}
          onFiles={publishFiles}
        />
      </div>
      {progress}
      {requested && (
        <Confirm
          title={text.settings.restoreTitle}
          action={text.settings.restoreGo}
          onClose={() => setRequested(undefined)}
          onAct={async () => void restore(requested)}
        >
          <p>{text.settings.restoreLoss(requested.name, formatCount(services.value?.length ?? 0))}</p>
        </Confirm>
      )}
    </section>
  );
}
