import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorState, Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { useRead } from '../parts/use-read.ts';
import { formatCount, formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';
import { describeView, type ViewDescription } from './view-description.ts';

export function DescribeView({ onClose }: { onClose: () => void }) {
  const { value, problem } = useRead('view', async (signal) => {
    const found = await describeView(signal);
    return found ? sentencesOf(found) : [];
  });
  const isAsking = !value && !problem;
  return (
    <Dialog
      title={text.describe.title}
      onClose={onClose}
      footer={
        value &&
        value.length > 0 && (
          <Button icon="copy" onClick={() => void copyText(value.join('\n'), text.describe.title)}>
            {text.copy}
          </Button>
        )
      }
    >
      <div class="stack" aria-live="polite" aria-busy={isAsking}>
        {isAsking && <ProgressBar name={text.describe.asking} />}
        {value?.length === 0 && <Notice kind="info">{text.describe.nothing}</Notice>}
        {problem && <ErrorState title={text.describe.failed} message={problem} />}
        {value?.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
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
