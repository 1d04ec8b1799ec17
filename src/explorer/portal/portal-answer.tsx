import { useEffect, useMemo, useState } from 'preact/hooks';
import { Notice } from '../../parts/notice.tsx';
import { formatBytes, formatDuration } from '../../text/format.ts';
import { AnswerFrame, NoAnswer } from '../answer/answer-frame.tsx';
import { AnswerSides } from '../answer/answer-sides.tsx';
import { useBlobUrls } from '../answer/use-blob-urls.ts';
import { indentXml } from '../indent-xml.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { MarkupLines } from '../xml-view.tsx';
import { httpText } from './http-text.ts';
import { JsonView } from './json-view.tsx';
import { type Content, portalAnswer } from './portal-session.ts';
import { ReadableJson } from './readable-json.tsx';

export function PortalAnswerView() {
  const now = portalAnswer.value;
  if (now.state === 'none') return <NoAnswer />;
  if (now.state === 'sending') return <AnswerFrame state="sending" />;
  return (
    <AnswerFrame state="answered" faultCode={now.fault?.code}>
      <Answered now={now} name={now.request.operation} key={now.totalMs} />
    </AnswerFrame>
  );
}

type AnsweredNow = Extract<typeof portalAnswer.value, { state: 'answered' }>;

function Answered({ now, name }: { now: AnsweredNow; name: string }) {
  const { content, fault, request, wire, totalMs, status } = now;
  const sent = useMemo(() => httpText(request, wire, request.isSignedIn), [now]);
  return (
    <AnswerSides
      status={`${status ? `${status} · ` : ''}${t.went(formatDuration(totalMs), formatBytes(sent.length), formatBytes(content.bytes))}`}
      readable={
        <div class="readable">
          {fault && (
            <Notice kind="error">
              <strong>{fault.code}</strong>
              <span>{fault.message}</span>
            </Notice>
          )}
          <Readable content={content} name={name} isFault={fault !== undefined} />
        </div>
      }
      sources={[
        { id: 'response', ...sourceOf(content) },
        { id: 'request', name: t.portal.asHttp, text: sent, view: <pre class="xml http">{sent}</pre> },
      ]}
    />
  );
}

function sourceOf(content: Content) {
  switch (content.kind) {
    case 'json':
      return {
        name: t.portal.asJson,
        text: content.text,
        view: <JsonView text={content.text} name={t.portal.asJson} />,
      };
    case 'html': {
      const lines = indentXml(content.text, voidElements).split('\n');
      return { name: t.portal.asHtml, text: content.text, view: <MarkupLines lines={lines} name={t.portal.asHtml} /> };
    }
    case 'file':
      return { name: t.portal.asText, text: undefined, view: <FileText blob={content.blob} /> };
    case 'nothing':
      return { name: t.answer, text: undefined, view: <p class="soft">{t.portal.noAnswer}</p> };
  }
}

/** Void elements of HTML. */
const voidElements = new Set(['meta', 'input', 'br', 'link', 'img', 'hr', '!doctype']);

function Readable({ content, name, isFault }: { content: Content; name: string; isFault: boolean }) {
  switch (content.kind) {
    case 'json':
      return isFault ? null : <ReadableJson value={content.value} name={name} />;
    case 'html':
      return (
        // The sandbox allows no scripts, forms or new windows.
        <iframe
          class="answer-page"
          sandbox=""
          title={t.portal.page}
          srcdoc={content.text.replace('<head>', '<head><base target="_blank">')}
        />
      );
    case 'file':
      return <FileView blob={content.blob} name={content.name} />;
    case 'nothing':
      return null;
  }
}

function FileView({ blob, name }: { blob: Blob; name: string }) {
  const { url, fileUrl } = useBlobUrls(blob);
  return (
    <span class="stack near answer-bytes">
      {/^image\/(png|jpeg|gif|bmp|webp)/.test(blob.type) && <img class="answer-image" src={url} alt={name} />}
      <span>
        {name} · {blob.type || t.portal.unknownType}
      </span>
      <a href={fileUrl} download={name}>
        {t.download(formatBytes(blob.size))}
      </a>
    </span>
  );
}

/** Maximum number of bytes of a file that are shown as text. */
const maxBytes = 20_000;

function FileText({ blob }: { blob: Blob }) {
  const [text, setText] = useState<string>();
  const isText = /^text\/|json|xml|javascript/.test(blob.type);
  useEffect(() => {
    if (isText) void blob.slice(0, maxBytes).text().then(setText);
  }, [blob]);
  return isText ? <pre class="xml http">{text}</pre> : <p class="soft">{t.portal.notText}</p>;
}
