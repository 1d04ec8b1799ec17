import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { text } from '../../text/text.ts';
import { pickFiles } from '../pick-files.ts';
import { publishText as t } from '../text/publish-text.ts';
import { addFiles, files, reading, startOver } from './draft.ts';

export function FilesStep() {
  const now = reading.value;
  const names = files.value.map(({ name }) => name).join(', ');
  if (now.state === 'reading')
    return (
      <section class="card" aria-busy="true">
        <h2>{t.files.reading}</h2>
        <p class="soft">{names}</p>
        <ProgressBar fraction={now.share > 0 ? now.share : undefined} name={t.files.reading} />
        <div class="row">
          <Button onClick={startOver}>{text.cancel}</Button>
        </div>
      </section>
    );
  return (
    <>
      {now.state === 'failed' && (
        <Notice kind="error">
          <strong>{t.files.failedTitle}</strong>
          <span data-reason="">{now.message}</span>
          <span>{t.files.failedDetail}</span>
        </Notice>
      )}
      <section class="publish-start">
        <Icon name="upload" size={36} />
        <h2 class="only-drop">{t.files.dropTitle}</h2>
        <h2 class="only-touch">{t.files.chooseTitle}</h2>
        <span>{t.files.formats}</span>
        <div class="row">
          <Button kind="primary" icon="file" onClick={() => void pickFiles('files').then(addFiles)}>
            {now.state === 'failed' ? t.files.another : t.files.pick}
          </Button>
          <Button icon="group" onClick={() => void pickFiles('folder').then(addFiles)}>
            {t.files.folder}
          </Button>
        </div>
      </section>
    </>
  );
}
