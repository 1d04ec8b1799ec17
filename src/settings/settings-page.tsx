import '../style/cards.css';
import './settings.css';
import { Button } from '../parts/button.tsx';
import { showFirstSteps } from '../parts/first-steps.tsx';
import { Segments, type SegmentsProps } from '../parts/form/segments.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { OriginsSection } from '../parts/origins/origins-section.tsx';
import { openPage } from '../state/route.ts';
import { theme } from '../state/theme.ts';
import { units } from '../state/units.ts';
import { chooseLanguage, languages, preferredLanguage, text } from '../text/text.ts';
import { BackupSection } from './backup-section.tsx';
import { ResetSection } from './reset-section.tsx';
import { StorageSection } from './storage-section.tsx';

const RelaySection = lazyPart(() => import('./relay-section.tsx').then((loaded) => loaded.RelaySection));
/** A web server that only has files writes no such element into the page. */
const isServedByProgram = document.querySelector('meta[name="soapstone-relay"]') !== null;

export function SettingsPage() {
  return (
    <main class="page column settings" id="main" tabIndex={-1}>
      <header>
        <h1>{text.navigation.settings}</h1>
        <p>{text.settings.intro}</p>
      </header>
      <div class="card-columns">
        <div class="stack far">
          <section class="card">
            <h2>{text.settings.appearance}</h2>
            <Choices
              name={text.settings.language}
              value={preferredLanguage()}
              choices={languages}
              onChange={chooseLanguage}
            />
            <Choices
              name={text.settings.theme}
              value={theme.value}
              choices={text.settings.themeChoices}
              onChange={(choice) => {
                theme.value = choice;
              }}
            />
            <Choices
              name={text.settings.units}
              value={units.value}
              choices={text.settings.unitChoices}
              onChange={(choice) => {
                units.value = choice;
              }}
            />
            <Button
              icon="info"
              onClick={() => {
                showFirstSteps();
                openPage('maps');
              }}
            >
              {text.firstSteps.again}
            </Button>
          </section>
          <StorageSection />
        </div>
        <div class="stack far">
          <BackupSection />
          {isServedByProgram && <RelaySection />}
          <OriginsSection />
          <ResetSection />
        </div>
      </div>
    </main>
  );
}

function Choices<Choice extends string>({ name, ...choice }: { name: string } & Omit<SegmentsProps<Choice>, 'label'>) {
  return (
    <div class="row setting-choice">
      <span>{name}</span>
      <Segments label={name} {...choice} />
    </div>
  );
}
