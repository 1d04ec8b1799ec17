import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { type ExampleName, examples } from './examples.ts';
import { runExample, type Shown } from './run-example.ts';
import { embedText } from './text/apps-text.ts';

/** One way in: what it is for, code that may be changed, and what it shows. */
export function Example({ name }: { name: ExampleName }) {
  const { title, detail } = embedText.ways[name];
  const [code, setCode] = useState<string>(examples[name]);
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setShown([]);
    await runExample(code, (one) => setShown((before) => [...before, one]));
    setRunning(false);
  };
  return (
    <section class="card embed-example">
      <h2>{title}</h2>
      <p>{detail}</p>
      <textarea
        aria-label={`${embedText.code}: ${title}`}
        spellcheck={false}
        rows={code.split('\n').length + 1}
        value={code}
        onInput={(event) => setCode(event.currentTarget.value)}
      />
      <div class="row">
        <Button kind="primary" icon="play" disabled={isRunning} onClick={() => void run()}>
          {isRunning ? embedText.running : embedText.run}
        </Button>
        <Button icon="copy" onClick={() => void copyText(code, title)}>
          {embedText.copy}
        </Button>
      </div>
      <div class="embed-result" role="status" aria-label={embedText.result}>
        {shown.map((one, index) =>
          one.kind === 'text' ? (
            <pre key={index}>{one.text}</pre>
          ) : one.kind === 'failure' ? (
            <Notice key={index} kind="error">
              {one.text}
            </Notice>
          ) : (
            <Picture key={index} blob={one.blob} />
          ),
        )}
      </div>
    </section>
  );
}

function Picture({ blob }: { blob: Blob }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address ? <img src={address} alt={embedText.result} /> : null;
}
