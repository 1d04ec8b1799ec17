import './settings.css';
import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { showFirstSteps } from '../parts/first-steps.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { OriginsSection } from '../parts/origins/origins-section.tsx';
import { openPage } from '../state/route.ts';
import { theme, themes } from '../state/theme.ts';
import { units } from '../state/units.ts';
import { chooseLanguage, type Language, languages, preferredLanguage, text } from '../text/text.ts';
import { BackupSection } from './backup-section.tsx';
import { ResetSection } from './reset-section.tsx';
import { StorageSection } from './storage-section.tsx';

const RelaySection = lazyPart(() => import('./relay-section.tsx').then((loaded) => loaded.RelaySection));
/** A web server that only has files writes no such element into the page. */
const isServedByProgram = document.querySelector('meta[name="soapstone-relay"]') !== null;

export function SettingsPage() {
  return (
    <main class="page settings" id="main" tabIndex={-1}>
      <header>
        <h1>{text.navigation.settings}</h1>
        <p>{text.settings.intro}</p>
      </header>
      <section class="card">
        <h2>{text.settings.appearance}</h2>
        <Choices
          name={text.settings.language}
          value={preferredLanguage()}
          choices={Object.entries(languages) as [Language, string][]}
          onChange={chooseLanguage}
        />
        <Choices
          name={text.settings.theme}
          value={theme.value}
          choices={themes.map((choice) => [choice, text.settings.themeChoices[choice]] as const)}
          onChange={(choice) => {
            theme.value = choice;
          }}
        />
        <Choices
          name={text.settings.units}
          value={units.value}
          choices={(['metric', 'imperial'] as const).map(
            (choice) => [choice, text.settings.unitChoices[choice]] as const,
          )}
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
      <BackupSection />
      {isServedByProgram && <RelaySection />}
      <OriginsSection />
      <ResetSection />
    </main>
  );
}

function Choices<Choice extends string>(props: {
  name: string;
  value: Choice;
  choices: readonly (readonly [Choice, ComponentChildren])[];
  onChange: (choice: Choice) => void;
}) {
  const { name, value, choices, onChange } = props;
  return (
    <fieldset class="setting-choice">
      <legend>{name}</legend>
      <div>
        {choices.map(([choice, content]) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
            <span>{content}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
