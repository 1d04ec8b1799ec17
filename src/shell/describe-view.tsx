import { useEffect, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorState, Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { formatCount, formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';
import { describeView, type ViewDescription } from './view-description.ts';

type State =
  | { readonly state: 'asking' | 'nothing' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'said'; readonly sentences: readonly string[] };

export function DescribeView({ onClose }: { onClose: () => void }) {
  const [now, setNow] = useState<State>({ state: 'asking' });
  useEffect(() => {
    const running = new AbortController();
    describeView(running.signal).then(
      (found) => setNow(found ? { state: 'said', sentences: sentencesOf(found) } : { state: 'nothing' }),
      (error) => !isAbort(error) && setNow({ state: 'failed', message: messageOf(error) }),
    );
    return () => running.abort();
  }, []);
  return (
    <Dialog
      title={text.describe.title}
      onClose={onClose}
      footer={
        now.state === 'said' && (
          <Button icon="copy" onClick={() => void copyText(now.sentences.join('\n'), text.describe.title)}>
            {text.copy}
          </Button>
        )
      }
    >
      <div class="describe" aria-live="polite" aria-busy={now.state === 'asking'}>
        {now.state === 'asking' && <ProgressBar name={text.describe.asking} />}
        {now.state === 'nothing' && <Notice kind="info">{text.describe.nothing}</Notice>}
        {now.state === 'failed' && <ErrorState title={text.describe.failed} message={now.message} />}
        {now.state === 'said' && now.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
    </Dialog>
  );
}

function sentencesOf({ title, scale, layers, hidden }: ViewDescription): string[] {
  const listed = layers.filter(({ count }) => count > 0);
  const empty = layers.filter(({ count }) => count === 0).map(({ name }) => name);
  return [
    text.describe.map(title, scale === undefined ? undefined : formatScale(scale), layers.length),
    ...listed.map(({ name, count, greatest, rankedBy }) =>
      greatest.length > 0
        ? text.describe.layerRanked(name, formatCount(count), count, rankedBy ?? '', greatest.join(', '))
        : text.describe.layer(name, formatCount(count), count),
    ),
    ...(empty.length > 0 ? [text.describe.empty(empty.join(', '))] : []),
    ...(hidden.length > 0 ? [text.describe.hidden(hidden.join(', '))] : []),
  ];
}
