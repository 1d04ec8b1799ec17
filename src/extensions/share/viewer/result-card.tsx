import { useEffect, useRef, useState } from 'preact/hooks';
import type { SharedAnswers, SharedResult } from '../../../../sw/extensions/share/answer-shared.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import { Icon } from '../../../parts/icon.tsx';
import { viewerText as t } from './viewer-text.ts';

export interface Results {
  readonly list: readonly SharedResult[];
  /** Index of the displayed result; undefined for the list. */
  readonly at: number | undefined;
  readonly isSearch: boolean;
}

interface Props {
  map: SharedMap;
  results: Results;
  answers: SharedAnswers;
  onChoose: (at: number | undefined) => void;
  onZoomTo: (result: SharedResult) => void;
  onClose: () => void;
}

const maxListed = 300;

/** The results of a click or a search: a list, or one feature with its values. */
export function ResultCard({ map, results: { list, at, isSearch }, answers, onChoose, onZoomTo, onClose }: Props) {
  const result = at === undefined ? undefined : list[at];
  const { layers } = map.definition.maps[0]!;
  const resultTitle = (sharedResult: SharedResult) =>
    sharedResult.name || `${layers[sharedResult.layerId]?.Name ?? ''} ${sharedResult.id}`;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), [result, list]);
  const heading = result
    ? resultTitle(result)
    : list.length > 0
      ? t.found(list.length)
      : isSearch
        ? t.none
        : t.nothingHere;
  return (
    <section class="card" aria-label={heading} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <header>
        <div>
          <h2 ref={head} tabIndex={-1} dir="auto">
            {heading}
          </h2>
          {result && <small dir="auto">{layers[result.layerId]?.Name}</small>}
        </div>
        {result?.shape && (
          <button type="button" class="tool" aria-label={t.zoomTo} title={t.zoomTo} onClick={() => onZoomTo(result)}>
            <Icon name="zoom-to" size={18} />
          </button>
        )}
        <button type="button" class="tool" aria-label={t.close} title={t.close} onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </header>
      <div class="card-body">
        {result ? (
          <One key={`${result.layerId} ${result.id}`} result={result} answers={answers} title={resultTitle(result)} />
        ) : (
          <ul class="found">
            {list.slice(0, maxListed).map((sharedResult, index) => (
              <li key={`${sharedResult.layerId} ${sharedResult.id}`}>
                <button type="button" onClick={() => onChoose(index)}>
                  <span dir="auto">{resultTitle(sharedResult)}</span>
                  <small dir="auto">
                    {sharedResult.found && sharedResult.found !== sharedResult.name
                      ? sharedResult.found
                      : layers[sharedResult.layerId]?.Name}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {result && list.length > 1 && (
        <footer>
          <button type="button" class="quiet" onClick={() => onChoose(undefined)}>
            {t.back}
          </button>
          <span>{t.position(at! + 1, list.length)}</span>
          <Step name={t.previous} icon="chevron-left" onClick={() => onChoose((at! + list.length - 1) % list.length)} />
          <Step name={t.next} icon="chevron-right" onClick={() => onChoose((at! + 1) % list.length)} />
        </footer>
      )}
    </section>
  );
}

const Step = ({
  name,
  icon,
  onClick,
}: {
  name: string;
  icon: 'chevron-left' | 'chevron-right';
  onClick: () => void;
}) => (
  <button type="button" class="tool" aria-label={name} title={name} onClick={onClick}>
    <Icon name={icon} size={18} />
  </button>
);

function One({ result, answers, title }: { result: SharedResult; answers: SharedAnswers; title: string }) {
  const { popup, attributes } = result;
  const isLink = popup !== undefined && /^https?:\/\/\S+$/i.test(popup);
  return (
    <>
      {isLink && (
        <p class="wide">
          <a href={popup} target="_blank" rel="noreferrer noopener">
            {t.openLink}
          </a>
        </p>
      )}
      {popup && !isLink && <iframe sandbox="" title={`${t.details}: ${title}`} srcdoc={wrapInPage(popup)} />}
      <dl>
        {attributes.map(([name, text]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto" class={text === null ? 'null' : ''}>
              {text === null ? t.noValue : <Linked text={text} />}
            </dd>
          </div>
        ))}
      </dl>
      <Files result={result} answers={answers} />
    </>
  );
}

function Linked({ text }: { text: string }) {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}

/** Return a document for the author's pop-up HTML that allows no scripts and no remote content. */
function wrapInPage(html: string): string {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  const rules = `:root{color-scheme:${document.documentElement.dataset.theme}}body{margin:0;font:15px/1.45 system-ui,sans-serif;color:${of('--ink')};overflow-wrap:anywhere}a{color:${of('--accent')}}img{max-width:100%}td,th{padding:4px 8px;text-align:start}`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${rules}</style>${html}`;
}

interface OpenFile {
  readonly name: string;
  readonly url: string;
  readonly isImage: boolean;
}

function Files({ result, answers }: { result: SharedResult; answers: SharedAnswers }) {
  const [files, setFiles] = useState<readonly OpenFile[]>([]);
  useEffect(() => {
    let made: OpenFile[] = [];
    let isGone = false;
    answers.files(result.layerId, result.id).then((attachedFiles) => {
      if (isGone) return;
      made = attachedFiles.map(({ name, contentType, content }) => {
        const isImage = /^image\/(png|jpeg|gif|webp|avif)$/.test(contentType);
        // A file that opened as HTML would run with the rights of this page.
        const type = isImage ? contentType : 'application/octet-stream';
        return { name, isImage, url: URL.createObjectURL(new Blob([content], { type })) };
      });
      setFiles(made);
    }, console.error);
    return () => {
      isGone = true;
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, []);
  if (files.length === 0) return null;
  return (
    <>
      <h3>{t.attachments}</h3>
      <ul class="files">
        {files.map(({ name, url, isImage }) => (
          <li key={url}>
            <a href={url} download={name}>
              {isImage ? <img src={url} alt={name} /> : <Icon name="download" size={16} />}
              <span dir="auto">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
