import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/form/check.tsx';
import { FileButton } from '../parts/form/file-button.tsx';
import { saveWorkspaceFile, workspaceFiles } from '../parts/workspace-file.ts';
import { publishFiles } from '../state/dropped.ts';
import { incoming } from '../state/incoming.ts';
import { formatBytes } from '../text/format.ts';
import { workspaceText } from '../text/workspace-text.ts';
import { useWork, zipFiles } from './backup-work.tsx';

export function BackupSection() {
  const { isWorking, progress, run } = useWork();
  const [hasTiles, setHasTiles] = useState(true);
  const backUp = () =>
    run(workspaceText.backingUp, async () => workspaceText.backedUp(formatBytes(await saveWorkspaceFile(hasTiles))));
  return (
    <section class="card">
      <h2>{workspaceText.backup}</h2>
      <p>{workspaceText.backupDetail}</p>
      <Check on={hasTiles} onChange={setHasTiles}>
        {workspaceText.withTiles}
      </Check>
      <div class="row">
        <Button icon="download" disabled={isWorking} onClick={() => void backUp()}>
          {workspaceText.backUp}
        </Button>
        <FileButton
          icon="upload"
          name={workspaceText.restore}
          accept={workspaceFiles}
          disabled={isWorking}
          onFiles={([file]) => {
            if (file) incoming.value = { kind: 'workspace', file };
          }}
        />
        <FileButton
          icon="file"
          name={workspaceText.importOne}
          accept={zipFiles}
          disabled={isWorking}
          onFiles={(files) => void publishFiles(files)}
        />
      </div>
      {progress}
    </section>
  );
}
