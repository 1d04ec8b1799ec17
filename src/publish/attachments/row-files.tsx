import { useRef, useState } from 'preact/hooks';
import { formatError } from '../../connection/call.ts';
import { IconButton } from '../../parts/button.tsx';
import { listDroppedFiles } from '../../parts/dropped-files.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { useRead } from '../../parts/use-read.ts';
import { followCatalogue } from '../../state/other-tabs.ts';
import { showToast } from '../../state/toasts.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { refreshManaged } from '../managed-services.ts';
import {
  type Attached,
  type Attachment,
  addAttachment,
  attachNew,
  maxUploadBytes,
  readAttachment,
  removeAttachment,
} from './attachments.ts';
import { attachmentsText as t } from './attachments-text.ts';
import type { FoundRow } from './find-rows.ts';

/** The files of one row. They are added and removed immediately; the message that follows offers to undo the change. */
export function RowFiles(props: {
  of: Attached;
  row: FoundRow;
  files: readonly Attachment[];
  /** Called when the files have changed. */
  onChange: () => void;
}) {
  const { of, row, files, onChange } = props;
  const [busy, setBusy] = useState<{ readonly at: number; readonly all: number }>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const region = useRef<HTMLElement>(null);

  const refresh = async () => {
    onChange();
    await Promise.all([refreshManaged(), followCatalogue()]);
  };
  const takeBack = async (undo: () => Promise<void>) => {
    try {
      await undo();
      showToast({ message: t.undone });
    } catch (error) {
      showToast({ kind: 'error', message: formatError(error) });
    }
    await refresh();
  };
  const add = async (chosen: readonly File[]) => {
    if (busy || chosen.length === 0) return;
    const added: Attachment[] = [];
    const failed: string[] = [];
    for (const [index, file] of chosen.entries()) {
      setBusy({ at: index + 1, all: chosen.length });
      try {
        if (file.size > maxUploadBytes) throw new Error(t.tooLarge(formatBytes(maxUploadBytes)));
        added.push(await attachNew(of, row.id, file));
      } catch (error) {
        failed.push(t.notAdded(file.name, formatError(error)));
      }
    }
    setBusy(undefined);
    setProblems(failed);
    if (added.length === 0) return;
    const undo = async () => {
      for (const addedFile of added) await removeAttachment(of, addedFile);
    };
    showToast({
      message: t.added(formatCount(added.length), added.length === 1, row.title),
      actions: [{ label: text.undo, onSelect: () => void takeBack(undo) }],
    });
    await refresh();
  };
  const remove = async (file: Attachment) => {
    try {
      const content = await readAttachment(of, file);
      await removeAttachment(of, file);
      setProblems([]);
      showToast({
        message: t.removed(file.name),
        actions: [{ label: text.undo, onSelect: () => void takeBack(() => addAttachment(of, file, content)) }],
      });
      // The focused button disappears with its file, so move the focus.
      region.current?.querySelector<HTMLElement>('.row > button')?.focus();
      await refresh();
    } catch (error) {
      setProblems([t.removeFailed(file.name, formatError(error))]);
    }
  };
  return (
    <section
      ref={region}
      class="one-row-files"
      aria-labelledby="one-row-files"
      aria-busy={busy !== undefined}
      data-drops=""
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (event.dataTransfer) void listDroppedFiles(event.dataTransfer).then(add);
      }}
    >
      <h3 id="one-row-files">{t.of(row.title)}</h3>
      {files.length === 0 && <p>{t.none}</p>}
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              <Thumbnail of={of} file={file} />
              <span>
                {file.name}
                <small>
                  {typeText(file)} · {formatBytes(file.size)}
                </small>
              </span>
              <IconButton small icon="download" name={t.download(file.name)} onClick={() => void save(of, file)} />
              <IconButton
                small
                icon="trash"
                name={t.remove(file.name)}
                disabled={busy !== undefined}
                onClick={() => void remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {problems.map((label) => (
        <Notice key={label} kind="error">
          {label}
        </Notice>
      ))}
      {busy ? (
        <ProgressBar
          name={t.adding(formatCount(busy.at), formatCount(busy.all))}
          fraction={busy.all > 1 ? (busy.at - 1) / busy.all : undefined}
        />
      ) : (
        <div class="row">
          <FileButton multiple name={t.add} onFiles={add} />
          <span class="soft only-drop">{t.drop}</span>
        </div>
      )}
    </section>
  );
}

/** Return the file ending in capitals, or else the declared type. */
function typeText({ name, contentType }: Attachment): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  return ending ?? (contentType === 'application/octet-stream' ? t.unknownType : contentType);
}

async function save(of: Attached, file: Attachment): Promise<void> {
  try {
    saveFile(await readAttachment(of, file), file.name);
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}

/** Types that browsers show. An SVG in an `img` element runs no scripts. */
const images = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

/** A thumbnail of an image; an icon for other files and for broken images. */
function Thumbnail({ of, file }: { of: Attached; file: Attachment }) {
  const [isBroken, setBroken] = useState(false);
  const isImage = images.test(file.contentType);
  const subject = isImage ? `${of.service} ${of.table} ${file.id}` : undefined;
  const url = useObjectUrl(useRead(subject, () => readAttachment(of, file)).value);
  return (
    <span class="thumbnail">
      {url && !isBroken ? (
        <img src={url} alt="" onError={() => setBroken(true)} />
      ) : (
        <Icon name={isImage ? 'image' : 'file'} size={22} />
      )}
    </span>
  );
}
