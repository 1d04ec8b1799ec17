import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { exporting } from '../../state/tasks.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { exportText as texts } from '../text/export-text.ts';
import { type RowFormat, rowsFile, serviceVersion } from './rows-file.ts';
import { useExport } from './use-export.ts';

const formats: readonly RowFormat[] = ['geojson', 'csv', 'kmz'];

export function ExportRows({ tableId, ids }: { tableId: number; ids: readonly number[] }) {
  const subject = tableSubject(mapInfo.value, tableId);
  const [format, setFormat] = useState<RowFormat>(subject?.geometryType ? 'geojson' : 'csv');
  const [done, setDone] = useState(0);
  const { problem, isRunning, close, run } = useExport();
  // The version when the ids were read: in a later one they may be those of other rows.
  const version = useRef<Promise<number | undefined> | undefined>(undefined);
  useEffect(() => {
    version.current = serviceVersion();
    version.current.catch(() => undefined);
  }, []);
  if (!subject) return null;
  const save = () =>
    run(async (signal) => {
      setDone(0);
      const file = await rowsFile(subject, ids, await version.current, format, setDone, signal);
      saveFile(file, `${subject.name}.${format}`);
      exporting.value = undefined;
    });
  const [now, all] = [formatCount(done), formatCount(ids.length)];
  return (
    <Dialog
      title={texts.rowsTitle(subject.name)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" icon="download" disabled={isRunning || ids.length === 0} onClick={() => void save()}>
            {texts.download}
          </Button>
        </>
      }
    >
      <p>{texts.rows(all)}</p>
      <fieldset class="field">
        <legend class="visually-hidden">{texts.format}</legend>
        {formats.map((one) => (
          <label class="choice" key={one}>
            <input
              type="radio"
              name="row-format"
              checked={format === one}
              disabled={one === 'kmz' && !subject.geometryType}
              onChange={() => setFormat(one)}
            />
            <span>
              {texts.rowFormats[one]}
              <small>{one === 'kmz' && !subject.geometryType ? texts.noShape : texts.rowDetails[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="dialog-progress">
        {isRunning && <ProgressBar name={texts.rowsWorking(now, all)} fraction={done / ids.length} />}
      </div>
      {problem && <ErrorState title={texts.rowsFailed} message={problem} />}
    </Dialog>
  );
}
