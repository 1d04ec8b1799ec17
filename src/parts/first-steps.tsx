import { useEffect, useState } from 'preact/hooks';
import { createStoredChoice } from '../state/stored-choice.ts';
import { justPublished } from '../state/tasks.ts';
import { text } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';

const reported = createStoredChoice('soapstone-first-steps', ['new', 'told'] as const, 'new');

/** Show the hint of the first visit again. */
export const showFirstSteps = (): void => reported.choose('new');

/** Hint with three steps for the first visit. Once closed, it doesn't open again automatically. */
export function FirstSteps() {
  const [step, setStep] = useState(0);
  const isShown = reported.value !== 'told';
  const close = () => {
    setStep(0);
    reported.choose('told');
  };
  // Close the hint after publishing: the user no longer needs it, and on a small screen it would cover the next steps.
  const published = justPublished.value;
  useEffect(() => {
    if (published) close();
  }, [published]);
  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      // Dialogs and menus over the map close first.
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
