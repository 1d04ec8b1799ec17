import './answer.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { operations } from '../../../sw/contract/index.ts';
import { planOfResponse } from '../../../sw/soap/plan.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { routeLink } from '../../state/route.ts';
import { formatBytes, formatDuration } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { indentXml } from '../indent-xml.ts';
import { httpText, isSoap } from '../request.ts';
import { type Answered, answer, type Content } from '../session.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { JsonView, MarkupLines, XmlView } from '../xml-view.tsx';
import { ReadableJson } from './readable-json.tsx';
import { BytesView, ReadableValue } from './readable-value.tsx';

/** The response, or a progress bar. Attributes contain its state and fault code, for programs. */
export function AnswerView() {
  const now = answer.value;
  // On wide screens, this text shows where the response will appear.
  if (now.state === 'none') return <p class="no-answer">{t.answerHere}</p>;
  const isSending = now.state === 'sending';
  return (
    <section
      class="answer"
      aria-label={t.answer}
      aria-busy={isSending}
      data-state={now.state}
      data-fault={isSending ? undefined : now.fault?.code}
    >
      {isSending ? <ProgressBar name={t.waiting} /> : <Sides now={now} key={now.totalMs} />}
    </section>
  );
}

interface Source {
  readonly id: string;
  readonly name: string;
  /** Text to copy; undefined for binary content. */
  readonly text: string | undefined;
  readonly view: ComponentChildren;
}

/** Tabs with a readable form of the response and its source. */
function Sides({ now }: { now: Answered }) {
  const { content, totalMs, status } = now;
  const [chosen, setChosen] = useState<string>();
  const sent = useMemo(() => sentSource(now), [now]);
  const sources = [makeSource(content), sent];
  const source = sources.find(({ id }) => id === chosen);
  const shown = source?.id ?? 'readable';
  const tabs = { readable: t.answer, ...Object.fromEntries(sources.map(({ id, name }) => [id, name])) };
  const went = t.went(formatDuration(totalMs), formatBytes(sent.text!.length), formatBytes(content.bytes));
  return (
    <>
      <header>
        <h2>{t.answer}</h2>
        <p role="status">{status ? `${status} · ${went}` : went}</p>
      </header>
      <div class="answer-tabs">
        <Tabs panel="answer-body" label={t.answer} tabs={tabs} value={shown} onChange={setChosen} />
        {source?.text !== undefined && (
          <Button small icon="copy" onClick={() => void copyText(source.text!, source.name)}>
            {text.copy}
          </Button>
        )}
      </div>
      <div key={shown} {...tabPanel('answer-body', shown)}>
        {source ? source.view : <Readable now={now} />}
      </div>
    </>
  );
}

function sentSource({ request, wire }: Answered): Source {
  if (isSoap(request.operation)) {
    const xml = wire.body as string;
    return { id: 'request', name: t.rawXml, text: xml, view: <XmlView xml={xml} name={t.rawXml} /> };
  }
  const sent = httpText(request, wire, request.isSignedIn);
  return { id: 'request', name: t.portal.asHttp, text: sent, view: <pre class="xml http">{sent}</pre> };
}

function makeSource(content: Content): Source {
  const id = 'response';
  switch (content.kind) {
    case 'xml':
      return {
        id,
        name: t.answerXml,
        text: content.text,
        view: <XmlView xml={content.text} name={t.answerXml} />,
      };
    case 'json':
      return {
        id,
        name: t.portal.asJson,
        text: content.text,
        view: <JsonView text={content.text} name={t.portal.asJson} />,
      };
    case 'html': {
      const lines = indentXml(content.text, voidElements).split('\n');
      return {
        id,
        name: t.portal.asHtml,
        text: content.text,
        view: <MarkupLines lines={lines} name={t.portal.asHtml} />,
      };
    }
    case 'file':
      return { id, name: t.portal.asText, text: undefined, view: <FileText blob={content.blob} /> };
    case 'nothing':
      return { id, name: t.answer, text: undefined, view: <p class="soft">{t.portal.noAnswer}</p> };
  }
}

/** Void elements of HTML. */
const voidElements = new Set(['meta', 'input', 'br', 'link', 'img', 'hr', '!doctype']);

function Readable({ now }: { now: Answered }) {
  const { content, fault, request } = now;
  const { operation } = request;
  const needsCache = fault?.code === 'not-found' && isSoap(operation) && operations[operation].group === 'tiles';
  return (
    <div class="readable">
      {fault && (
        <Notice kind={fault.code === 'not-implemented' || needsCache ? 'warning' : 'error'}>
          <strong>{fault.code}</strong>
          <span>{fault.message}</span>
          {needsCache && <a {...routeLink('tiles')}>{t.makeCache}</a>}
        </Notice>
      )}
      <ReadableContent content={content} name={operation} isFault={fault !== undefined} />
    </div>
  );
}

function ReadableContent({ content, name, isFault }: { content: Content; name: string; isFault: boolean }) {
  switch (content.kind) {
    case 'xml': {
      const members = content.value as Readonly<Record<string, unknown>> | undefined;
      if (!members || !isSoap(name)) return null;
      return planOfResponse(name).fields.map(({ name: member, plan }) => (
        <div class="stack near answer-part" key={member}>
          {member !== 'Result' && <h3>{member}</h3>}
          <ReadableValue plan={plan} value={members[member]} name={member === 'Result' ? name : member} />
        </div>
      ));
    }
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
      return (
        <BytesView blob={content.blob} name={content.name} fileName={content.name}>
          <span>
            {content.name} · {content.blob.type || t.portal.unknownType}
          </span>
        </BytesView>
      );
    case 'nothing':
      return null;
  }
}

/** Maximum number of bytes to show as text. */
const maxBytes = 20_000;

function FileText({ blob }: { blob: Blob }) {
  const [start, setStart] = useState<string>();
  const isText = /^text\/|json|xml|javascript/.test(blob.type);
  useEffect(() => {
    if (isText) void blob.slice(0, maxBytes).text().then(setStart);
  }, [blob]);
  return isText ? <pre class="xml http">{start}</pre> : <p class="soft">{t.portal.notText}</p>;
}
