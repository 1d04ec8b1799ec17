import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { text } from '../../text/text.ts';
import { explorerText as t } from '../text/explorer-text.ts';

interface Source {
  readonly id: string;
  readonly name: string;
  /** Text to copy; undefined for binary content. */
  readonly text: string | undefined;
  readonly view: ComponentChildren;
}

/** A readable response and its sources, in tabs. */
export function AnswerSides(props: { status: string; readable: ComponentChildren; sources: readonly Source[] }) {
  const { status, readable, sources } = props;
  const [chosen, setChosen] = useState<string>();
  const source = sources.find(({ id }) => id === chosen);
  const shown = source?.id ?? 'readable';
  const tabs = { readable: t.answer, ...Object.fromEntries(sources.map(({ id, name }) => [id, name])) };
  return (
    <>
      <header>
        <h2>{t.answer}</h2>
        <p role="status">{status}</p>
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
        {source ? source.view : readable}
      </div>
    </>
  );
}
