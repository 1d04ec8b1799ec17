import { linkProblem, linkState } from '../connection/worker-link.ts';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Logo } from './logo.tsx';
import { Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Why the server cannot stand, in the place of the whole page. */
export function StartPage() {
  const reason = linkProblem.value;
  return (
    <main class="threshold">
      <div>
        <Logo size={72} />
        {linkState.value === 'unsupported' ? (
          <>
            <h1>{text.start.unsupportedTitle}</h1>
            <p>{text.start.unsupported}</p>
            {reason && <Notice kind="info">{reason}</Notice>}
          </>
        ) : (
          <>
            <h1>{text.start.recoveringTitle}</h1>
            <p>{text.start.recovering}</p>
            {reason && <Notice kind="warning">{reason}</Notice>}
            <Button kind="primary" icon="rotate" onClick={() => location.reload()}>
              {text.start.reload}
            </Button>
          </>
        )}
      </div>
    </main>
  );
}

/** What stands in the place of the map, or of a page, until the server can answer. */
export function Starting() {
  return (
    <div class="starting">
      <Logo size={56} />
      <ProgressBar name={text.start.starting} />
      <p aria-live="polite">{text.start.startingDetail}</p>
    </div>
  );
}
