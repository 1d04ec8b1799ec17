import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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

const wide = matchMedia('(min-width: 1240px)');

/** A readable response and its source, side by side on wide windows and otherwise in tabs. */
export function AnswerSides(props: { status: string; readable: ComponentChildren; sources: readonly Source[] }) {
  const { status, readable, sources } = props;
  const [chosen, setChosen] = useState<string>();
  const isWide = useWide();
  const source = sources.find(({ id }) => id === chosen) ?? (isWide ? sources[0] : undefined);
  const shown = source?.id ?? 'readable';
  const names = Object.fromEntries(sources.map(({ id, name }) => [id, name]));
  const tabs = isWide ? names : { readable: t.answer, ...names };
  return (
    <>
      <header>
        <h2>{t.answer}</h2>
        <p role="status">{status}</p>
      </header>
      <div class="columns wide">
        {isWide && readable}
        <div class="answer-side">
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
        </div>
      </div>
    </>
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
