import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/form/check.tsx';
import { FileButton } from '../parts/form/file-button.tsx';
import { saveWorkspaceFile, workspaceFiles } from '../parts/workspace-file.ts';
import { publishFiles } from '../state/dropped.ts';
import { incoming } from '../state/incoming.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';
import { useWork, zipFiles } from './backup-work.tsx';

export function BackupSection() {
  const { isWorking, progress, run } = useWork();
  const [hasTiles, setHasTiles] = useState(true);
  const backUp = () =>
    run(text.settings.backingUp, async () => text.settings.backedUp(formatBytes(await saveWorkspaceFile(hasTiles))));
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
          accept={workspaceFiles}
          disabled={isWorking}
          onFiles={([file]) => {
            if (file) incoming.value = { kind: 'workspace', file };
          }}
        />
        <FileButton
          icon="file"
          name={text.settings.importOne}
          accept={zipFiles}
          disabled={isWorking}
          onFiles={(files) => void publishFiles(files)}
        />
      </div>
      {progress}
    </section>
  );
}
