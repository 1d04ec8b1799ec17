import { linkProblem, linkState } from '../connection/link-state.ts';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Logo } from './logo.tsx';
import { Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';

export function StartPage() {
  const reason = linkProblem.value;
  return (
    <main class="threshold">
      <div>
        <Logo size={72} />
        {linkState.value === 'framed' ? (
          <>
            <h1>{text.start.framedTitle}</h1>
            <p>{text.start.framed}</p>
            <a href={location.href} target="_blank" rel="noreferrer noopener">
              {text.start.openAlone}
            </a>
          </>
        ) : linkState.value === 'unsupported' ? (
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

export function Starting() {
  return (
    <div class="starting">
      <Logo size={56} />
      <ProgressBar name={text.start.starting} />
      <p aria-live="polite">{text.start.startingDetail}</p>
    </div>
  );
}
