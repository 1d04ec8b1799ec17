import { Button } from '../parts/button.tsx';
import { Logo } from '../parts/logo.tsx';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { text } from '../text/text.ts';
import { linkProblem, linkState } from '../worker-link.ts';

/** What stands on the page until the server does, and why it does not. */
export function Threshold() {
  const state = linkState.value;
  const reason = linkProblem.value;
  return (
    <main class="threshold">
      <div>
        <Logo size={72} />
        {state === 'unsupported' ? (
          <>
            <h1>{text.start.unsupportedTitle}</h1>
            <p>{text.start.unsupported}</p>
            {reason && <Notice kind="info">{reason}</Notice>}
          </>
        ) : state === 'blocked' ? (
          <>
            <h1>{text.start.recoveringTitle}</h1>
            <p>{text.start.recovering}</p>
            {reason && <Notice kind="warning">{reason}</Notice>}
            <Button kind="primary" icon="rotate" onClick={() => location.reload()}>
              {text.start.reload}
            </Button>
          </>
        ) : (
          <>
            <h1>{text.appName}</h1>
            <p>{text.tagline}</p>
            <ProgressBar name={text.start.starting} />
            <p aria-live="polite">{text.start.startingDetail}</p>
          </>
        )}
      </div>
    </main>
  );
}
