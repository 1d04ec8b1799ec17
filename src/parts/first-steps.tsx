import { useEffect, useState } from 'preact/hooks';
import { storedChoice } from '../state/stored-choice.ts';
import { justPublished } from '../state/tasks.ts';
import { text } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';

const reported = storedChoice('soapstone-first-steps', ['new', 'told'] as const, 'new');

/** Bring the hint of the first visit back. */
export const showFirstSteps = (): void => reported.choose('new');

/** Three steps for the first visit; once closed they do not come again by themselves. */
export function FirstSteps() {
  const [step, setStep] = useState(0);
  const isShown = reported.value !== 'told';
  const close = () => {
    setStep(0);
    reported.choose('told');
  };
  // Who has published knows the way, and on a small screen they would cover what comes next.
  const published = justPublished.value;
  useEffect(() => {
    if (published) close();
  }, [published]);
  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      // What lies over the map closes first.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], [role="menu"]'))
        close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isShown]);
  if (!isShown) return null;
  const steps = text.firstSteps.steps;
  const now = steps[step]!;
  const isLast = step === steps.length - 1;
  return (
    <section class="first-steps" aria-label={text.firstSteps.title}>
      <header>
        <small>{text.firstSteps.position(step + 1, steps.length)}</small>
        <IconButton small icon="close" name={text.firstSteps.dismiss} onClick={close} />
      </header>
      <div aria-live="polite">
        <h2>{now.title}</h2>
        <p>{now.detail}</p>
      </div>
      <footer>
        {step > 0 && (
          <Button kind="quiet" small onClick={() => setStep(step - 1)}>
            {text.firstSteps.back}
          </Button>
        )}
        <Button kind="primary" small onClick={() => (isLast ? close() : setStep(step + 1))}>
          {isLast ? text.firstSteps.done : text.firstSteps.next}
        </Button>
      </footer>
    </section>
  );
}
