import { base } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { routeLink } from '../../state/route.ts';
import { restJsCode } from './examples.ts';
import { type MapExampleName, mapExamples } from './map-examples.ts';
import { embedText } from './text/apps-text.ts';

/** The examples of map libraries, each with a picture that its service draws. */
export function LibraryGallery() {
  return (
    <section class="libraries">
      <h2>{embedText.libraries.title}</h2>
      <p class="soft">{embedText.libraries.detail}</p>
      <ul>
        {(Object.keys(mapExamples) as MapExampleName[]).map((item) => (
          <li key={item}>
            <a {...routeLink('embed', { item })}>
              <img src={pictureOf(item)} alt="" width={320} height={180} loading="lazy" />
              <strong>{embedText.maps[item].title}</strong>
              <span>{embedText.maps[item].short}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The code of a library that draws no map. */
export function RestJsCode() {
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

function pictureOf(name: MapExampleName): string {
  const [service, bbox] = mapExamples[name].picture;
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
