import { Button } from '../../parts/button.tsx';
import { formatBytes } from '../../text/format.ts';
import { addFiles } from '../wizard/draft.ts';
import { chooseCopy, chooseLocalFile, largeFile } from './chosen-file.ts';
import { elsewhereText as t } from './elsewhere-text.ts';

/** Asks whether a large file is read in place or copied; nothing where there is none. */
export function LargeFile() {
  const file = largeFile.value;
  if (!file) return null;
  return (
    <section class="card stack" role="status" aria-labelledby="large-file">
      <h2 id="large-file">{t.large(file.name, formatBytes(file.size))}</h2>
      <p>{t.largeDetail}</p>
      <div class="row">
        <Button kind="primary" icon="file" onClick={() => void chooseLocalFile(file)}>
          {t.readThere}
        </Button>
        <Button
          icon="upload"
          onClick={() => {
            chooseCopy(file);
            void addFiles([file]);
          }}
        >
          {t.copyHere}
        </Button>
      </div>
    </section>
  );
}
