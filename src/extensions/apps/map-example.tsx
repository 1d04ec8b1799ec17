import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { Notice } from '../../parts/notice.tsx';
import { changeRoute, routeLink } from '../../state/route.ts';
import { theme } from '../../state/theme.ts';
import { type MapExampleName, mapExamples } from './map-examples.ts';
import { openExample, type Shown } from './run-example.ts';
import { embedText } from './text/apps-text.ts';

const names = Object.keys(mapExamples) as MapExampleName[];
const titles = Object.fromEntries(names.map((name) => [name, embedText.maps[name].title]));

/** The page of one map library: its editable code next to the output. */
export function MapExamplePage({ name }: { name: MapExampleName }) {
  const { title, detail } = embedText.maps[name];
  return (
    <main class="page map-example-page" id="main" tabIndex={-1}>
      <header>
        <nav class="crumbs">
          <a {...routeLink('embed')}>{embedText.title}</a>
          <span>{title}</span>
        </nav>
        <h1>{title}</h1>
        <p class="soft">{detail}</p>
      </header>
      <Segments
        label={embedText.libraries.title}
        choices={titles as Record<MapExampleName, string>}
        value={name}
        onChange={(item) => changeRoute({ item })}
      />
      <MapExample key={name} name={name} />
    </main>
  );
}

function MapExample({ name }: { name: MapExampleName }) {
  const { code: exampleCode, packages } = mapExamples[name];
  const { title } = embedText.maps[name];
  const [code, setCode] = useState<string>(exampleCode);
  const [run, setRun] = useState(1);
  const running = useRef(code);
  running.current = code;
  return (
    <div class="map-example">
      <section class="map-example-code" aria-label={embedText.code}>
        <textarea
          aria-label={`${embedText.code}: ${title}`}
          spellcheck={false}
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <footer>
          <Button kind="primary" icon="play" onClick={() => setRun(run + 1)}>
            {embedText.run}
          </Button>
          <Button icon="copy" onClick={() => void copyText(code, title)}>
            {embedText.copy}
          </Button>
          <small>{packages}</small>
        </footer>
      </section>
      <Result key={run} name={name} code={running} />
    </div>
  );
}

/** The frame in which the code runs, with its last message below the map. */
function Result({ name, code }: { name: MapExampleName; code: { readonly current: string } }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [outcome, setSaid] = useState<Shown>();
  useEffect(() => {
    const { styles } = mapExamples[name];
    return openExample(frame.current!, { code: code.current, styles, colorScheme: colorScheme() }, (shown) =>
      // Keep showing a failure; later values must not replace it.
      setSaid((before) => (before?.kind === 'failure' ? before : shown)),
    );
  }, [name, code]);
  return (
    <section class="map-example-result" aria-label={embedText.result}>
      <iframe ref={frame} title={embedText.maps[name].title} />
      <div role="status">
        {outcome?.kind === 'failure' && <Notice kind="error">{outcome.text}</Notice>}
        {outcome?.kind === 'text' && <p>{outcome.text.replace(/^"(.*)"$/s, '$1')}</p>}
      </div>
    </section>
  );
}

const colorScheme = (): string => (theme.value === 'system' ? 'light dark' : theme.value);
