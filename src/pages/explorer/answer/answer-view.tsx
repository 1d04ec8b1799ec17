import { useEffect, useState } from 'preact/hooks';
import { planOfResponse } from '../../../../sw/soap/plan.ts';
import { Button } from '../../../parts/button.tsx';
import { copyWords } from '../../../parts/copy-field.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { explorerText as t } from '../../../text/explorer-text.ts';
import { formatBytes, formatDuration } from '../../../text/format.ts';
import { text } from '../../../text/text.ts';
import { type Answer, answer } from '../session.ts';
import { XmlView } from '../xml-view.tsx';
import { ReadableValue } from './readable-value.tsx';

type Answered = Extract<Answer, { state: 'answered' }>;
const wide = matchMedia('(min-width: 1240px)');
const tabs = ['readable', 'response', 'request'] as const;
type Tab = (typeof tabs)[number];

/** What came back: readable, and as XML, with time and size; side by side where there is room. */
export function AnswerView() {
  const now = answer.value;
  if (now.state === 'none') return null;
  return (
    <section
      class="answer"
      aria-label={t.answer}
      aria-busy={now.state === 'sending'}
      data-state={now.state}
      data-fault={now.state === 'answered' ? now.fault?.code : undefined}
    >
      {now.state === 'sending' ? <ProgressBar name={t.waiting} /> : <Answered now={now} />}
    </section>
  );
}

function Answered({ now }: { now: Answered }) {
  const [tab, setTab] = useState<Tab>('readable');
  const isWide = useWide();
  const offered = isWide ? tabs.slice(1) : tabs;
  const shown = isWide && tab === 'readable' ? 'response' : tab;
  const names: Record<Tab, string> = {
    readable: t.answer,
    response: t.answerXml,
    request: t.rawXml,
  };
  return (
    <>
      <header>
        <h2>{t.answer}</h2>
        <p role="status">
          {t.went(formatDuration(now.totalMs), formatBytes(now.sent.length), formatBytes(now.xml.length))}
        </p>
      </header>
      <div class="answer-sides">
        {isWide && <Readable now={now} />}
        <div class="answer-side">
          <div class="tabs">
            <div role="tablist" aria-label={t.answer}>
              {offered.map((name) => (
                <button
                  type="button"
                  role="tab"
                  key={name}
                  id={`answer-${name}`}
                  aria-selected={shown === name}
                  aria-controls="answer-body"
                  onClick={() => setTab(name)}
                >
                  {names[name]}
                </button>
              ))}
            </div>
            <span class="spacer" />
            {shown !== 'readable' && (
              <Button
                small
                icon="copy"
                onClick={() => void copyWords(shown === 'request' ? now.sent : now.xml, names[shown])}
              >
                {text.copy}
              </Button>
            )}
          </div>
          <div role="tabpanel" id="answer-body" aria-labelledby={`answer-${shown}`}>
            {shown === 'readable' ? (
              <Readable now={now} />
            ) : (
              <XmlView key={shown} xml={shown === 'request' ? now.sent : now.xml} name={names[shown]} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function Readable({ now: { operation, fault, value } }: { now: Answered }) {
  const members = value as unknown as Record<string, unknown> | undefined;
  return (
    <div class="readable">
      {fault && (
        <Notice kind={fault.code === 'not-implemented' ? 'warning' : 'error'}>
          <strong>{fault.code}</strong>
          <span>{fault.message}</span>
        </Notice>
      )}
      {members &&
        planOfResponse(operation).fields.map(({ name, plan }) => (
          <div class="answer-part" key={name}>
            {name !== 'Result' && <h3>{name}</h3>}
            <ReadableValue plan={plan} value={members[name]} name={name === 'Result' ? operation : name} />
          </div>
        ))}
    </div>
  );
}

function useWide(): boolean {
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const follow = () => setWide(wide.matches);
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  return isWide;
}
