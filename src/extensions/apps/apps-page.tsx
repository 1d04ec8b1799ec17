import './apps.css';
import { useState } from 'preact/hooks';
import { base } from '../../connection/call.ts';
import { isServed } from '../../host.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { OriginsSection } from '../../parts/origins/origins-section.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { route, routeLink } from '../../state/route.ts';
import { MapExamplePage } from './map-example.tsx';
import { type MapExampleName, mapExampleNamed, mapExamples } from './map-examples.ts';
import { runExample, type Shown } from './run-example.ts';
import { embedText } from './text/apps-text.ts';

/** The page about embedding, with examples of map libraries, other ways to use the maps, and permissions. */
export function EmbedPage() {
  const opened = mapExampleNamed(route.value.get('item'));
  if (opened) return <MapExamplePage name={opened} />;
  return (
    <main class="page column embed" id="main" tabIndex={-1}>
      <header>
        <h1>{embedText.title}</h1>
        <p>{embedText.intro}</p>
        <p class="embed-links">
          <a href={`${base}examples/plain.html`}>{embedText.example}</a>
          <a href={`${base}client.js`}>{embedText.client}</a>
          <a href={`${base}client.d.ts`}>{embedText.types}</a>
        </p>
      </header>
      <LibraryGallery />
      <RestJsCode />
      <Example name="fetch" />
      <Example name="client" />
      {!isServed && <OtherOrigins />}
    </main>
  );
}

/** How pages of other origins reach the maps of this browser. */
function OtherOrigins() {
  return (
    <>
      <Example name="bridge" />
      <section class="card">
        <h2>{embedText.partition.title}</h2>
        <p>{embedText.partition.detail}</p>
      </section>
      <OriginsSection />
    </>
  );
}

/** The examples of map libraries, each with an image drawn by its service. */
function LibraryGallery() {
  return (
    <section class="libraries">
      <h2>{embedText.libraries.title}</h2>
      <p class="soft">{embedText.libraries.detail}</p>
      <ul>
        {(Object.keys(mapExamples) as MapExampleName[]).map((item) => (
          <li key={item}>
            <a {...routeLink('embed', { item })}>
              <img src={exampleImage(item)} alt="" width={320} height={180} loading="lazy" />
              <strong>{embedText.maps[item].title}</strong>
              <span>{embedText.maps[item].short}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The code for ArcGIS REST JS, a library that draws no map. */
function RestJsCode() {
  const { title, detail } = embedText.restJs;
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>{detail}</p>
      <ScrollRegion kind="embed-listing" name={`${embedText.code}: ${title}`}>
        <pre>{restJsCode}</pre>
      </ScrollRegion>
      <div class="row">
        <Button icon="copy" onClick={() => void copyText(restJsCode, title)}>
          {embedText.copy}
        </Button>
      </div>
    </section>
  );
}

function exampleImage(name: MapExampleName): string {
  const [service, bbox] = mapExamples[name].image;
  const parameters = new URLSearchParams({
    bbox,
    bboxSR: '4326',
    imageSR: '4326',
    size: '640,360',
    dpi: '120',
    f: 'image',
  });
  return `${base}rest/services/${service}/MapServer/export?${parameters}`;
}

/** One way to use the maps: its purpose, editable code, and the output. */
function Example({ name }: { name: ExampleName }) {
  const { title, detail } = embedText.ways[name];
  const [code, setCode] = useState<string>(examples[name]);
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setShown([]);
    await runExample(code, (output) => setShown((before) => [...before, output]));
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
        {shown.map((output, index) =>
          output.kind === 'text' ? (
            <pre key={index}>{output.text}</pre>
          ) : output.kind === 'failure' ? (
            <Notice key={index} kind="error">
              {output.text}
            </Notice>
          ) : (
            <ResultImage key={index} blob={output.blob} />
          ),
        )}
      </div>
    </section>
  );
}

function ResultImage({ blob }: { blob: Blob }) {
  const url = useObjectUrl(blob);
  return url ? <img src={url} alt={embedText.result} /> : null;
}

/** Code that runs as the body of a module; `show(value)` shows a value or an image on the page. */
const examples = {
  fetch: `// Any page below ${base} may ask like this.
const response = await fetch('${base}services/World/MapServer', {
  method: 'POST',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
  body: \`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0">
    <s:Body><t:GetServerInfo><MapName>World</MapName></t:GetServerInfo></s:Body></s:Envelope>\`,
});
const xml = new DOMParser().parseFromString(await response.text(), 'text/xml');
show([...xml.querySelectorAll('MapLayerInfo > Name')].map((name) => name.textContent));`,
  client: `import { connect } from '${base}client.js';

const client = await connect({ base: '${base}', service: 'World' });
const { Result } = await client.ExportMapImage({
  MapDescription: {
    Name: 'World',
    Rotation: 0,
    MapArea: { type: 'MapExtent', Extent: { type: 'EnvelopeN', XMin: -12, YMin: 35, XMax: 32, YMax: 60 } },
  },
  ImageDescription: {
    ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
    ImageDisplay: { ImageHeight: 300, ImageWidth: 480, ImageDPI: 96 },
  },
});
show(new Blob([Result.ImageData], { type: Result.ImageType }));`,
  bridge: `import { connect } from '${base}client.js';

// On another origin, ship client.js yourself and call this from a click the first time.
const client = await connect({ bridge: '${location.origin}${base}bridge.html', service: 'World' });
const { Result } = await client.QueryFeatureData({
  MapName: 'World',
  LayerID: 0,
  QueryFilter: {
    type: 'QueryFilter',
    SubFields: 'NAME,COUNTRY,POPULATION',
    WhereClause: 'POPULATION > 12000000',
    PostfixClause: 'ORDER BY POPULATION DESC',
    Resolution: 0,
  },
});
show(client.connection);
show(Result.Records.map((record) => record.Values));`,
} as const;

type ExampleName = keyof typeof examples;

/** A program for ArcGIS REST JS to read and copy. */
const restJsCode = `import { queryFeatures } from '@esri/arcgis-rest-feature-service';

// How many people live in cities and towns, by region
const { features } = await queryFeatures({
  url: '${location.origin}${base}rest/services/World/FeatureServer/3',
  where: 'URBAN_POP > 0 AND REGION IS NOT NULL',
  groupByFieldsForStatistics: 'SUBREGION',
  outStatistics: [
    {
      statisticType: 'sum',
      onStatisticField: 'URBAN_POP',
      outStatisticFieldName: 'PEOPLE',
    },
  ],
  orderByFields: 'PEOPLE DESC',
});
console.table(features.map(({ attributes }) => attributes));`;
