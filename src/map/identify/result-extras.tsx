import { useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { useRead } from '../../parts/use-read.ts';
import { valueText } from '../../parts/value-text.ts';
import { routeLink } from '../../state/route.ts';
import { fieldTitle, plainValue, type TableSubject, tableSubject } from '../../state/rows.ts';
import { currentKey, mapInfo } from '../../state/services.ts';
import { sqlName } from '../../state/sql.ts';
import { fieldsInRow, withSubtypes } from '../../state/subtypes.ts';
import { openDock } from '../../state/tasks.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import type { IdentifyResult } from '../state/identify-results.ts';
import { mapText } from '../text/maps-text.ts';

interface Props {
  tab: 'popup' | 'related' | 'attachments';
  result: IdentifyResult;
  id: number;
  subject: TableSubject;
}

export function ResultExtras({ tab, result, id, subject }: Props) {
  if (tab === 'popup') return <Popup result={result} id={id} subject={subject} />;
  if (tab === 'related') return <Related id={id} subject={subject} />;
  return <Attachments id={id} subject={subject} />;
}

/** Send a request about a feature of the open map, and repeat it whenever `key` changes. */
function useAnswer<T>(ask: (service: string, MapName: string, signal: AbortSignal) => Promise<T>, key: string) {
  const [service, info] = [currentKey.peek(), mapInfo.peek()];
  return useRead(service && info ? key : undefined, (signal) => ask(service!, info!.Name, signal));
}

function Pending({ failure }: { failure: string | undefined }) {
  return failure ? (
    <ErrorState title={mapText.results.partFailed} message={failure} />
  ) : (
    <div class="hit-pending">
      <ProgressBar name={mapText.results.loading} />
    </div>
  );
}

/**
 * The pop-up of a feature. The map's author wrote its HTML, so it runs without scripts, origin and external resources.
 */
function Popup({ result, id, subject }: Omit<Props, 'tab'>) {
  const answer = useAnswer(
    async (service, MapName, signal) =>
      (await call('QueryHTMLPopups', service, { MapName, TableID: subject.id, RowIDs: [id] }, { signal })).Result[0] ??
      '',
    `${subject.id} ${id}`,
  );
  if (answer.value === undefined) return <Pending failure={answer.problem} />;
  if (!answer.value) return <p>{mapText.results.noPopup}</p>;
  if (subject.popup === 'gisServerHTMLPopupTypeAsURL') {
    const isWeb = /^https?:\/\//i.test(answer.value);
    return isWeb ? (
      <p>
        <a href={answer.value} target="_blank" rel="noreferrer noopener">
          {mapText.results.openPopup}
        </a>
      </p>
    ) : (
      <p>{answer.value}</p>
    );
  }
  return (
    <iframe
      class="popup"
      sandbox=""
      title={mapText.results.popupFrame(result.title)}
      srcdoc={wrapInPage(answer.value)}
    />
  );
}

function wrapInPage(html: string): string {
  const style = getComputedStyle(document.documentElement);
  const cssColor = (name: string) => style.getPropertyValue(name).trim();
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${location.origin}`;
  const look = `:root{color-scheme:${style.colorScheme}}body{margin:0 16px 12px;font:15px/1.45 system-ui,sans-serif;color:${cssColor('--ink')};background:${cssColor('--surface-raised')};overflow-wrap:anywhere}a{color:${cssColor('--accent')}}img{max-width:100%}table{border-collapse:collapse}td,th{padding:4px 8px;border-bottom:1px solid ${cssColor('--line')};text-align:start}`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${look}</style>${html}`;
}

function Related({ id, subject }: { id: number; subject: TableSubject }) {
  return (
    <div class="related">
      {subject.relates.map((relate) => (
        <RelatedRows key={relate.RelationshipID} id={id} subject={subject} relate={relate} />
      ))}
    </div>
  );
}

const rowsShown = 50;
/** Maximum number of values in the list of a condition. */
const maxListed = 1000;

function RelatedRows({ id, subject, relate }: { id: number; subject: TableSubject; relate: Value<'RelateInfo'> }) {
  const [open, setOpen] = useState<number>();
  const other = tableSubject(mapInfo.value, relate.RelatedTableID);
  const answer = useAnswer(async (service, MapName, signal) => {
    const { Result } = await call(
      'QueryRelatedRecords',
      service,
      {
        MapName,
        SourceTableID: subject.id,
        SourceFIDSet: { FIDArray: [id] },
        RelateDescription: {
          RelationshipID: relate.RelationshipID,
          IncludeGeometry: false,
          ResultFormat: 'gisRelateResultRelatedRecordSetAsObject',
        },
      },
      { signal },
    );
    const set = Result.Object as unknown as Value<'RelatedRecordSet'>;
    const fields = set.RelatedRecordFields.FieldArray;
    return { fields, rows: set.RelatedRecordGroups.flatMap(({ Records }) => Records.map(({ Values }) => Values)) };
  }, `${subject.id} ${id} ${relate.RelationshipID}`);
  const { rows = [], fields = [] } = answer.value ?? {};
  const titleAt = fields.findIndex(({ Name }) => Name === other?.displayField);
  const idAt = fields.findIndex(({ Name }) => Name === other?.idField);
  const toTable = () => {
    const ids = rows.slice(0, maxListed).map((values) => plainValue(values[idAt] ?? null));
    const where = `${sqlName(fields[idAt]!.Name)} IN (${ids.join(', ')})`;
    openDock(relate.RelatedTableID, { where });
  };
  return (
    <section>
      <h3>
        {relate.Name} {rows.length > 0 && <small>{formatCount(rows.length)}</small>}
        {rows.length > 0 && idAt >= 0 && (
          <IconButton
            small
            icon="table"
            name={mapText.results.relatedTable(relate.Name)}
            side="top"
            onClick={toTable}
          />
        )}
      </h3>
      {!answer.value && <Pending failure={answer.problem} />}
      {answer.value && rows.length === 0 && <p>{mapText.results.noRelated}</p>}
      <ul>
        {rows.slice(0, rowsShown).map((values, index) => {
          const isOpen = open === index;
          const titleIndex = titleAt < 0 ? Math.min(1, fields.length - 1) : titleAt;
          const shown = fieldsInRow(
            relate.RelatedTableID,
            fields.map((field) => withSubtypes(relate.RelatedTableID, field)),
            (name) => values[fields.findIndex(({ Name }) => Name === name)],
          );
          return (
            <li key={String(plainValue(values[0] ?? null))}>
              <button type="button" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : index)}>
                <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
                {shown[titleIndex] && valueText(values[titleIndex] ?? null, shown[titleIndex])}
              </button>
              {isOpen && (
                <dl>
                  {shown.map((field, column) => (
                    <div key={field.Name}>
                      <dt>{fieldTitle(field)}</dt>
                      <dd>{valueText(values[column] ?? null, field)}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length > rowsShown && <p>{mapText.results.moreRelated(formatCount(rows.length - rowsShown))}</p>}
    </section>
  );
}

function Attachments({ id, subject }: { id: number; subject: TableSubject }) {
  const answer = useAnswer(async (service, MapName, signal) => {
    const table = { MapName, TableID: subject.id };
    const { Result: infos } = await call('QueryAttachmentInfos', service, { ...table, RowIDs: [id] }, { signal });
    if (infos.length === 0) return [];
    const requested = {
      ...table,
      AttachmentIDs: infos.map(({ AttachmentID }) => AttachmentID),
      TransportType: 'gisTransportTypeUrl' as const,
    };
    return (await call('QueryAttachmentData', service, requested, { signal })).Result;
  }, `${subject.id} ${id}`);
  if (answer.value === undefined) return <Pending failure={answer.problem} />;
  const files = answer.value;
  return (
    <>
      {files.length === 0 && <p>{mapText.results.noAttachments}</p>}
      {files.length > 0 && <FileList files={files} />}
      <p>
        <a {...routeLink('publish', { manage: currentKey.value, layer: String(subject.id), row: String(id) })}>
          {mapText.results.editAttachments}
        </a>
      </p>
    </>
  );
}

function FileList({ files }: { files: readonly Value<'AttachmentData'>[] }) {
  return (
    <ul class="attachments">
      {files.map(({ AttachmentInfo: { AttachmentID, Name, ContentType, Size }, URL: url }) => (
        <li key={AttachmentID}>
          {/^image\/(png|jpeg|gif|webp|svg\+xml)$/.test(ContentType) && <img src={url} alt={Name} loading="lazy" />}
          <span>
            {Name}
            <small>{formatBytes(Size)}</small>
          </span>
          <Button small icon="download" onClick={() => save(url, Name)}>
            {mapText.results.download(Name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
