import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortNames } from '../../../sw/formats/shapefile/short-names.ts';
import { Check } from '../../parts/form/check.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useWork } from '../../parts/use-work.ts';
import { type TableSubject, tableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { closeMapDialog } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { formatCount } from '../../text/format.ts';
import { dataFile } from './data-file.ts';
import { rowsFile, serviceVersion, type TextFormat } from './rows-file.ts';
import { dataFileText as t } from './text/data-file-text.ts';
import { exportText as texts } from './text/export-text.ts';
import type { FileFormat, WriteNotes } from './write-worker.ts';

type Format = TextFormat | FileFormat;

interface FormatRow {
  readonly format: Format;
  readonly name: string;
  readonly detail: string;
  /** Reason why tables without geometry can't have this format. */
  readonly withoutShape?: string;
}

const textRow = (format: TextFormat): FormatRow => ({
  format,
  name: texts.rowFormats[format],
  detail: texts.rowDetails[format],
  withoutShape: format === 'kmz' ? texts.noShape : undefined,
});
const fileRow = (format: FileFormat): FormatRow => ({
  format,
  name: t.formats[format],
  detail: t.details[format],
  withoutShape: format === 'fgb' || format === 'shp' ? t.noShape : undefined,
});
const formats: readonly FormatRow[] = [
  textRow('geojson'),
  textRow('csv'),
  fileRow('gpkg'),
  fileRow('fgb'),
  fileRow('parquet'),
  fileRow('shp'),
  textRow('kmz'),
];
const isFile = (format: Format): format is FileFormat => format in t.formats;

export function ExportRows({ tableId, ids }: { tableId: number; ids: readonly number[] }) {
  const subject = tableSubject(mapInfo.value, tableId);
  const [format, setFormat] = useState<Format>(subject?.geometryType ? 'geojson' : 'csv');
  const [hasFiles, setFiles] = useState(true);
  const [done, setDone] = useState(0);
  const work = useWork();
  // Remember the version of the IDs. In a later version they may belong to other rows.
  const version = useRef<Promise<number | undefined> | undefined>(undefined);
  useEffect(() => {
    version.current = serviceVersion();
    version.current.catch(() => undefined);
  }, []);
  if (!subject) return null;
  const mayHaveFiles = subject.hasAttachments && format === 'gpkg';
  const save = async (signal: AbortSignal) => {
    setDone(0);
    const knownVersion = await version.current;
    if (isFile(format)) {
      const choice = { format, hasFiles: mayHaveFiles && hasFiles };
      const { file, notes } = await dataFile(subject, ids, knownVersion, choice, setDone, signal);
      saveFile(file, `${subject.name}.${format === 'shp' ? 'zip' : format}`);
      reportNotes(notes);
    } else saveFile(await rowsFile(subject, ids, knownVersion, format, setDone, signal), `${subject.name}.${format}`);
    closeMapDialog();
  };
  const [now, all] = [formatCount(done), formatCount(ids.length)];
  return (
    <FormDialog
      title={texts.rowsTitle(subject.name)}
      action={texts.download}
      icon="download"
      isReady={ids.length > 0}
      working={texts.rowsWorking(now, all)}
      fraction={done / ids.length}
      failed={texts.rowsFailed}
      work={work}
      onSubmit={save}
      onClose={closeMapDialog}
    >
      <p>{texts.rows(all)}</p>
      <fieldset class="field">
        <legend class="visually-hidden">{texts.format}</legend>
        {formats.map(({ format: formatName, name, detail, withoutShape }) => {
          const obstacle = subject.geometryType ? undefined : withoutShape;
          const isChosen = format === formatName;
          return (
            <Fragment key={formatName}>
              <label class="choice">
                <input
                  type="radio"
                  name="row-format"
                  checked={isChosen}
                  disabled={obstacle !== undefined}
                  onChange={() => setFormat(formatName)}
                />
                <span>
                  {name}
                  <small>{obstacle ?? detail}</small>
                </span>
              </label>
              {isChosen && mayHaveFiles && (
                <Check on={hasFiles} onChange={setFiles}>
                  {t.files}
                </Check>
              )}
              {isChosen && formatName === 'shp' && <ShapefileLimits subject={subject} />}
            </Fragment>
          );
        })}
      </fieldset>
    </FormDialog>
  );
}

/** The limits of a shapefile for these rows, shown before it is written. */
function ShapefileLimits({ subject: { fields } }: { subject: TableSubject }) {
  const changed = [...shortNames(fields)].filter(([name, short]) => name !== short);
  const pairs = changed.map((pair) => pair.join(' → ')).join(', ');
  const types = new Set(fields.map(({ Type }) => Type));
  return (
    <Notice kind="warning">
      <strong>{t.limits}</strong>
      <ul>
        {pairs && <li>{t.limitNames(pairs)}</li>}
        {types.has('gisFieldTypeString') && <li>{t.limitTexts}</li>}
        {types.has('gisFieldTypeDate') && <li>{t.limitDates}</li>}
        <li>{t.limitRest}</li>
      </ul>
    </Notice>
  );
}

function reportNotes({ cutTexts, timeFields }: WriteNotes): void {
  const notes = [
    ...(cutTexts > 0 ? [t.cutTexts(formatCount(cutTexts))] : []),
    ...(timeFields.length > 0 ? [t.timeFields(timeFields.join(', '))] : []),
  ];
  if (notes.length > 0) showToast({ message: notes.join(' ') });
}
