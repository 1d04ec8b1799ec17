import { operations } from '../../../sw/contract/index.ts';
import { planOfResponse } from '../../../sw/soap/plan.ts';
import { Notice } from '../../parts/notice.tsx';
import { routeLink } from '../../state/route.ts';
import { formatBytes, formatDuration } from '../../text/format.ts';
import { type Answer, answer } from '../session.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { XmlView } from '../xml-view.tsx';
import { AnswerFrame, NoAnswer } from './answer-frame.tsx';
import { AnswerSides } from './answer-sides.tsx';
import { ReadableValue } from './readable-value.tsx';

type Answered = Extract<Answer, { state: 'answered' }>;

export function AnswerView() {
  const now = answer.value;
  if (now.state === 'none') return <NoAnswer />;
  if (now.state === 'sending') return <AnswerFrame state="sending" />;
  return (
    <AnswerFrame state="answered" faultCode={now.fault?.code}>
      <Answered now={now} />
    </AnswerFrame>
  );
}

function Answered({ now }: { now: Answered }) {
  return (
    <AnswerSides
      status={t.went(formatDuration(now.totalMs), formatBytes(now.sent.length), formatBytes(now.xml.length))}
      readable={<Readable now={now} />}
      sources={[
        { id: 'response', name: t.answerXml, text: now.xml, view: <XmlView xml={now.xml} name={t.answerXml} /> },
        { id: 'request', name: t.rawXml, text: now.sent, view: <XmlView xml={now.sent} name={t.rawXml} /> },
      ]}
    />
  );
}

function Readable({ now: { operation, fault, value } }: { now: Answered }) {
  const members = value as unknown as Record<string, unknown> | undefined;
  const needsCache = fault?.code === 'not-found' && operations[operation].group === 'tiles';
  return (
    <div class="readable">
      {fault && (
        <Notice kind={fault.code === 'not-implemented' || needsCache ? 'warning' : 'error'}>
          <strong>{fault.code}</strong>
          <span>{fault.message}</span>
          {needsCache && <a {...routeLink('tiles')}>{t.makeCache}</a>}
        </Notice>
      )}
      {members &&
        planOfResponse(operation).fields.map(({ name, plan }) => (
          <div class="stack near answer-part" key={name}>
            {name !== 'Result' && <h3>{name}</h3>}
            <ReadableValue plan={plan} value={members[name]} name={name === 'Result' ? operation : name} />
          </div>
        ))}
    </div>
  );
}
