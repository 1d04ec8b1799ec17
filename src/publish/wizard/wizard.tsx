import './wizard.css';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { changeRoute, route } from '../../state/route.ts';
import { text } from '../../text/text.ts';
import { changeLayerText as layerText } from '../change-layer/change-layer-text.ts';
import { TargetNotice } from '../change-layer/target-notice.tsx';
import { managedServices } from '../managed-services.ts';
import { pickFiles } from '../pick-files.ts';
import { publishText as t } from '../text/publish-text.ts';
import { DataStep } from './data-step.tsx';
import { addFiles, attached, changeForm, files, form, layers, reading, startOver } from './draft.ts';
import { NameStep } from './name-step.tsx';
import { draftProblems } from './problems.ts';
import { cancelSending, publishDraft, sending, sendProblem } from './send-draft.ts';

type Step = 'files' | 'data' | 'name';

/**
 * The wizard from files to a service, with steps in both directions.
 *
 * @param props.children content below the first step
 */
export function Wizard({ children }: { children: ComponentChildren }) {
  const now = reading.value;
  const draft = form.value;
  const isRead = now.state === 'read';
  const steps: readonly Step[] =
    isRead && now.outcome.type === 'package' ? ['files', 'name'] : ['files', 'data', 'name'];
  // By default, resume a draft at the step after the files.
  const requested = (route.value.get('step') ?? steps[1]) as Step;
  const step: Step = isRead && steps.includes(requested) ? requested : 'files';
  useReplacement();
  useEffect(() => {
    document.querySelector('#main')?.scrollTo(0, 0);
  }, [step]);
  const problems =
    isRead && draft ? draftProblems(draft, layers.value, managedServices.value ?? [], attached.value) : [];
  const isSending = sending.value !== undefined;
  return (
    <>
      <TargetNotice />
      <Steps steps={steps} step={step} isRead={isRead} />
      {step === 'files' && (
        <>
          <FilesStep />
          {children}
        </>
      )}
      {step !== 'files' && (
        <form
          class="stack far"
          onSubmit={(event) => {
            event.preventDefault();
            if (problems.length === 0) void publishDraft();
          }}
        >
          <fieldset class="stack far" disabled={isSending}>
            {step === 'data' ? <DataStep /> : <NameStep />}
          </fieldset>
          <footer class="stack wizard-foot">
            <Outcome problems={problems} step={step} />
            {isSending ? (
              <Sending />
            ) : (
              <div class="row">
                <Button onClick={() => changeRoute({ step: steps[steps.indexOf(step) - 1] })}>{t.back}</Button>
                {step === 'data' && <Button onClick={() => changeRoute({ step: 'name' })}>{stepText('name')}</Button>}
                <Button kind="primary" icon="upload" type="submit" disabled={problems.length > 0}>
                  {publishLabel()}
                </Button>
              </div>
            )}
          </footer>
        </form>
      )}
    </>
  );
}

function Steps({ steps, step, isRead }: { steps: readonly Step[]; step: Step; isRead: boolean }) {
  return (
    <nav class="wizard-steps" aria-label={t.steps.label}>
      <ol>
        {steps.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <button type="button" disabled={name !== step && !isRead} onClick={() => changeRoute({ step: name })}>
              {stepText(name)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Return the label of a step. The label of the `name` step depends on the target. */
function stepText(step: Step): string {
  const target = form.value?.target;
  if (step !== 'name' || !target) return t.steps[step];
  return target.layer ? layerText.stepReplace : layerText.stepAdd;
}

function publishLabel(): string {
  const draft = form.value;
  if (draft?.target && !draft.target.layer) return layerText.publishAdd;
  return draft?.isReplacing ? t.replace : t.publish;
}

/** The problems that prevent publishing, or the result of the last attempt. */
function Outcome({ problems, step }: { problems: ReturnType<typeof draftProblems>; step: Step }) {
  if (sendProblem.value && !sending.value)
    return (
      <Notice kind="error">
        <strong>{form.value?.target ? layerText.failed : t.failed}</strong>
        <span data-reason="">{sendProblem.value}</span>
        <span>{t.failedDetail}</span>
      </Notice>
    );
  if (problems.length === 0) return null;
  return (
    <div class="open-problems" role="status">
      <strong>{t.open(problems.length)}</strong>
      <ul>
        {problems.map(({ text: texts, step: target }) => (
          <li key={texts}>
            {texts}{' '}
            {target !== step && (
              <button type="button" class="link" onClick={() => changeRoute({ step: target })}>
                {stepText(target)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sending() {
  const now = sending.value;
  if (!now) return null;
  const texts = text.publish.steps[now.stage];
  return (
    <div class="sending">
      <p aria-live="polite">{texts}</p>
      <ProgressBar fraction={now.share > 0 ? now.share : undefined} name={texts} />
      {/* Once the package is being sent, publishing can't be canceled. */}
      <Button disabled={now.stage === 'sending'} onClick={cancelSending}>
        {text.cancel}
      </Button>
    </div>
  );
}

/** Give the draft the name of the service whose management the user came from. */
function useReplacement(): void {
  const requested = route.value.get('replace');
  const isThere = form.value !== undefined;
  useEffect(() => {
    if (!requested || !isThere) return;
    const slashIndex = requested.indexOf('/');
    const title = managedServices.value?.find(({ key }) => key === requested)?.title;
    changeForm({
      name: requested.slice(slashIndex + 1),
      folder: slashIndex < 0 ? '' : requested.slice(0, slashIndex),
      isReplacing: true,
      ...(title ? { title } : {}),
    });
  }, [requested, isThere]);
}

function FilesStep() {
  const now = reading.value;
  const names = files.value.map(({ name }) => name).join(', ');
  if (now.state === 'reading')
    return (
      <section class="card" aria-busy="true">
        <h2>{t.files.reading}</h2>
        <p class="soft">{names}</p>
        <ProgressBar fraction={now.share > 0 ? now.share : undefined} name={t.files.reading} />
        <div class="row">
          <Button onClick={startOver}>{text.cancel}</Button>
        </div>
      </section>
    );
  return (
    <>
      {now.state === 'failed' && (
        <Notice kind="error">
          <strong>{t.files.failedTitle}</strong>
          <span data-reason="">{now.message}</span>
          <span>{t.files.failedDetail}</span>
        </Notice>
      )}
      <section class="publish-start">
        <Icon name="upload" size={36} />
        <h2 class="only-drop">{t.files.dropTitle}</h2>
        <h2 class="only-touch">{t.files.chooseTitle}</h2>
        <span>{t.files.formats}</span>
        <div class="row">
          <Button kind="primary" icon="file" onClick={() => void pickFiles('files').then(addFiles)}>
            {now.state === 'failed' ? t.files.another : t.files.pick}
          </Button>
          <Button icon="group" onClick={() => void pickFiles('folder').then(addFiles)}>
            {t.files.folder}
          </Button>
        </div>
      </section>
    </>
  );
}
