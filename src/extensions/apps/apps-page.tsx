import '../../style/cards.css';
import './apps.css';
import { base } from '../../connection/call.ts';
import { OriginsSection } from '../../parts/origins/origins-section.tsx';
import { route } from '../../state/route.ts';
import { Example } from './example.tsx';
import { LibraryGallery, RestJsCode } from './library-gallery.tsx';
import { MapExamplePage } from './map-example.tsx';
import { mapExampleNamed } from './map-examples.ts';
import { embedText } from './text/apps-text.ts';

/** How other apps use the maps: map libraries and three plain ways with examples that run, code of a fourth library, and who may. */
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
      <Example name="bridge" />
      <section class="card">
        <h2>{embedText.partition.title}</h2>
        <p>{embedText.partition.detail}</p>
      </section>
      <OriginsSection />
    </main>
  );
}
