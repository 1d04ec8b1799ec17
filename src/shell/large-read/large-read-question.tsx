import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { formatBytes } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { largeReadText as t } from './large-read-text.ts';
import { type LargeRead, largeRead, readAsAgreed } from './read-as-agreed.ts';

let host: HTMLElement | undefined;

/** As `readAsAgreed`, with the window that asks. */
export const readWithQuestion: typeof readAsAgreed = (...given) => {
  if (!host) {
    host = document.body.appendChild(document.createElement('div'));
    render(<Question />, host);
  }
  return readAsAgreed(...given);
};

function Question() {
  const read = largeRead.value;
  return read ? <LargeReadQuestion key={read} {...read} /> : null;
}

/** Say what a request reads, and ask before it does; then show that it is read. */
function LargeReadQuestion(read: LargeRead) {
  const [isReading, setReading] = useState(false);
  const { source, agree, cancel } = read;
  const bytes = formatBytes(read.bytes);
  const stop = () => cancel.abort();
  return (
    <Dialog
      title={isReading ? t.reading(source) : t.title(bytes, source)}
      onClose={stop}
      dismissible={!isReading}
      footer={
        <>
          <Button onClick={stop}>{text.cancel}</Button>
          {!isReading && (
            <Button
              kind="primary"
              onClick={() => {
                setReading(true);
                agree();
              }}
            >
              {t.goOn}
            </Button>
          )}
        </>
      }
    >
      {isReading ? (
        <ProgressBar name={t.reading(source)} />
      ) : (
        <>
          <p>{t[purposeOf(read)](bytes, source)}</p>
          <p class="soft">{t.detail}</p>
        </>
      )}
    </Dialog>
  );
}

function purposeOf({ operation, request }: LargeRead): 'sort' | 'search' | 'statistics' {
  if (operation === 'QueryDataStatistics' || operation === 'GenerateDataClasses') return 'statistics';
  const { QueryFilter } = request as { QueryFilter?: { PostfixClause?: string | undefined } };
  return QueryFilter?.PostfixClause ? 'sort' : 'search';
}
