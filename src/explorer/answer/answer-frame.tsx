import type { ComponentChildren } from 'preact';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { explorerText as t } from '../text/explorer-text.ts';

/** Where the response will be, where there is room for it beside the request. */
export const NoAnswer = () => <p class="no-answer">{t.answerHere}</p>;

/** The response, or a progress bar; programs read its state and fault code from attributes. */
export function AnswerFrame(props: {
  state: 'sending' | 'answered';
  faultCode?: string | undefined;
  children?: ComponentChildren;
}) {
  return (
    <section
      class="answer"
      aria-label={t.answer}
      aria-busy={props.state === 'sending'}
      data-state={props.state}
      data-fault={props.faultCode}
    >
      {props.state === 'sending' ? <ProgressBar name={t.waiting} /> : props.children}
    </section>
  );
}
