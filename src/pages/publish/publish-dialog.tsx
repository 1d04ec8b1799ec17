import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import {
  cancelPublishing,
  type NameAnswer,
  publish,
  publishing,
  publishWithReference,
  serviceNamePattern,
} from '../../state/publishing.ts';
import { services } from '../../state/services.ts';
import { formatCount } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { pickFiles } from './pick-files.ts';

const mostRemarks = 60;

/** The windows of a publication, one after another as it goes on. */
export function PublishDialog() {
  const now = publishing.value;
  switch (now.state) {
    case 'closed':
      return null;
    case 'choosing':
      return (
        <Dialog title={text.publish.title} onClose={cancelPublishing}>
          <div class="publish-start">
            <Icon name="upload" size={36} />
            <strong>{text.publish.hint}</strong>
            <span>{text.publish.formats}</span>
            <Button kind="primary" icon="file" onClick={() => void pickFiles().then((files) => publish(files))}>
              {text.publish.pick}
            </Button>
          </div>
        </Dialog>
      );
    case 'working':
      return (
        <Dialog
          key="working"
          title={text.publish.working(now.file)}
          onClose={cancelPublishing}
          dismissible={false}
          footer={<Button onClick={cancelPublishing}>{text.cancel}</Button>}
        >
          <p aria-live="polite">{text.publish.steps[now.stage]}</p>
          <ProgressBar fraction={now.share > 0 ? now.share : undefined} name={text.publish.steps[now.stage]} />
        </Dialog>
      );
    case 'asking-reference':
      return <AskReference layers={now.layers} guessWkid={now.guessWkid} />;
    case 'asking-name':
      return <AskName name={now.name} answer={now.answer} />;
    case 'failed':
      return (
        <Dialog
          key="failed"
          title={text.publish.failedTitle}
          onClose={cancelPublishing}
          footer={
            <>
              <Button onClick={cancelPublishing}>{text.close}</Button>
              <Button kind="primary" onClick={() => void pickFiles().then((files) => publish(files))}>
                {text.publish.another}
              </Button>
            </>
          }
        >
          <Notice kind="error">{now.message}</Notice>
          <p>{text.publish.failedDetail}</p>
        </Dialog>
      );
    case 'remarks': {
      const remarks = now.layers.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
      return (
        <Dialog
          key="remarks"
          title={text.publish.problemsTitle(formatCount(remarks.length))}
          onClose={cancelPublishing}
          footer={
            <Button kind="primary" onClick={cancelPublishing}>
              {text.publish.view}
            </Button>
          }
        >
          <p>{text.publish.problems}</p>
          <ul class="problem-list">
            {remarks.slice(0, mostRemarks).map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
            {remarks.length > mostRemarks && (
              <li>{text.publish.moreProblems(formatCount(remarks.length - mostRemarks))}</li>
            )}
          </ul>
        </Dialog>
      );
    }
  }
}

function AskReference({ layers, guessWkid }: { layers: readonly string[]; guessWkid: number | undefined }) {
  const [choice, setChoice] = useState<'guess' | 'other'>(guessWkid ? 'guess' : 'other');
  const [code, setCode] = useState('');
  const wkid = choice === 'guess' ? guessWkid : /^\d{4,6}$/.test(code.trim()) ? Number(code) : undefined;
  const isBad = choice === 'other' && code.trim() !== '' && wkid === undefined;
  return (
    <Dialog
      key="reference"
      title={text.publish.referenceTitle}
      onClose={cancelPublishing}
      footer={
        <>
          <Button onClick={cancelPublishing}>{text.cancel}</Button>
          <Button kind="primary" disabled={!wkid} onClick={() => wkid && void publishWithReference(wkid)}>
            {text.publish.use}
          </Button>
        </>
      }
    >
      <p>{text.publish.referenceQuestion(layers.join(', '), guessWkid !== undefined)}</p>
      <fieldset>
        {guessWkid && (
          <label class="choice">
            <input type="radio" name="crs" checked={choice === 'guess'} onChange={() => setChoice('guess')} />
            <span>
              {text.publish.knownReferences[guessWkid] ?? `EPSG:${guessWkid}`}
              <small>EPSG:{guessWkid}</small>
            </span>
          </label>
        )}
        <label class="choice">
          <input type="radio" name="crs" checked={choice === 'other'} onChange={() => setChoice('other')} />
          <span>{text.publish.referenceOther}</span>
        </label>
      </fieldset>
      {choice === 'other' && (
        <label class="field">
          <span>{text.publish.referenceCode}</span>
          <input
            class="input"
            inputMode="numeric"
            value={code}
            aria-invalid={isBad}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
          {isBad && <small>{text.publish.referenceBad}</small>}
        </label>
      )}
    </Dialog>
  );
}

function AskName({ name, answer }: { name: string; answer: (answer: NameAnswer | undefined) => void }) {
  const taken = new Set(services.value?.map((service) => service.name));
  const [kind, setKind] = useState<NameAnswer['kind']>('rename');
  const [wanted, setWanted] = useState(() => freeName(name, taken));
  const problem = !serviceNamePattern.test(wanted)
    ? text.publish.nameBad
    : taken.has(wanted)
      ? text.publish.nameTaken(wanted)
      : undefined;
  const give = (what: NameAnswer | undefined) => {
    publishing.value = { state: 'closed' };
    answer(what);
  };
  return (
    <Dialog
      key="name"
      title={text.publish.conflictTitle(name)}
      onClose={() => give(undefined)}
      footer={
        <>
          <Button onClick={() => give(undefined)}>{text.cancel}</Button>
          <Button
            kind="primary"
            disabled={kind === 'rename' && problem !== undefined}
            onClick={() => give(kind === 'replace' ? { kind } : { kind, name: wanted })}
          >
            {text.publish.go}
          </Button>
        </>
      }
    >
      <p>{text.publish.conflictQuestion}</p>
      <fieldset>
        <label class="choice">
          <input type="radio" name="conflict" checked={kind === 'rename'} onChange={() => setKind('rename')} />
          <span>{text.publish.rename}</span>
        </label>
        <label class="choice">
          <input type="radio" name="conflict" checked={kind === 'replace'} onChange={() => setKind('replace')} />
          <span>
            {text.publish.replace}
            <small>{text.publish.replaceDetail}</small>
          </span>
        </label>
      </fieldset>
      {kind === 'rename' && (
        <label class="field">
          <span>{text.publish.nameLabel}</span>
          <input
            class="input"
            value={wanted}
            aria-invalid={problem !== undefined}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          {problem && <small>{problem}</small>}
        </label>
      )}
    </Dialog>
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const candidate = `${name.slice(0, 60)}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
