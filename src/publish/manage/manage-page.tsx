import './manage.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { serviceUrl } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { listAdded } from '../../parts/extension.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { exportService } from '../../parts/save-file.ts';
import { useWork } from '../../parts/use-work.ts';
import { removeWithUndo } from '../../state/removing.ts';
import { openPage, route, routeLink } from '../../state/route.ts';
import { currentKey, openService } from '../../state/services.ts';
import { text } from '../../text/text.ts';
import { AttachmentsSection } from '../attachments/attachments-section.tsx';
import { changeLayerText } from '../change-layer/change-layer-text.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { startOver } from '../wizard/draft.ts';
import { DocumentSection } from './document-section.tsx';
import { LayerForm } from './layer-form.tsx';
import { LimitsSection } from './limits-section.tsx';
import { listManagedParts } from './managed-parts.ts';
import { RelationsSection } from './relations-section.tsx';
import { Section } from './section.tsx';
import { unsaved, useDraft } from './use-draft.ts';
import { type Save, useManaged } from './use-managed.ts';

export function ManagePage({ service }: { service: string }) {
  const { managed, problem, retry, save } = useManaged(service);
  const title = managed?.definition.document.Title || service;
  return (
    <>
      <nav class="crumbs" aria-label={t.services.title}>
        <a {...routeLink('publish')}>{t.manage.all}</a>
        <span aria-current="page">{service}</span>
      </nav>
      <header>
        <h1>{t.manage.title(title)}</h1>
        <div class="row">
          <Button
            icon="map"
            onClick={() => {
              if (service !== currentKey.value) void openService(service);
              openPage('maps');
            }}
          >
            {t.manage.openMap}
          </Button>
          <Button icon="table" onClick={() => void window.open(serviceUrl(service), '_blank', 'noopener')}>
            {t.manage.openPage}
          </Button>
        </div>
      </header>
      {problem && <ErrorState title={t.manage.notThere} message={problem} onRetry={retry} />}
      {!managed && !problem && <div class="skeleton" style={{ height: '320px' }} aria-hidden="true" />}
      {managed && (
        <ManageContents
          key={service}
          parts={[
            { title: t.manage.document, body: <DocumentSection managed={managed} save={save} /> },
            { title: t.manage.data, body: <DataSection managed={managed} /> },
            ...listAdded('manageSections')
              .filter(({ fits }) =>
                fits(Object.values({ ...managed.definition.tables, ...managed.definition.rasters })),
              )
              .map(({ title, Section }) => ({ title: title(), body: <Section service={managed.key} /> })),
            { title: t.manage.layers, body: <LayersSection managed={managed} save={save} /> },
            { title: t.manage.relations, body: <RelationsSection managed={managed} save={save} /> },
            { title: t.manage.limits, body: <LimitsSection managed={managed} save={save} /> },
            { title: t.manage.access, body: <AccessSection managed={managed} save={save} /> },
            { title: t.manage.removal, body: <RemoveSection managed={managed} /> },
          ]}
        />
      )}
    </>
  );
}

function AccessSection({ managed, save }: { managed: Managed; save: Save }) {
  const { access } = managed;
  const draft = useDraft(`${managed.key} access`, { access });
  return (
    <Section
      title={t.manage.access}
      isChanged={draft.isChanged}
      onDiscard={draft.discard}
      onSave={() => save({ access: draft.now.access }, { access })}
    >
      <fieldset aria-label={t.manage.access}>
        {(['public', 'private'] as const).map((choice) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name="access"
              checked={draft.now.access === choice}
              onChange={() => draft.put({ access: choice })}
            />
            <span>
              {t.manage[choice]}
              <small>{t.manage[`${choice}Detail`]}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}

function RemoveSection({ managed }: { managed: Managed }) {
  const [isAsking, setAsking] = useState(false);
  const title = managed.definition.document.Title || managed.key;
  return (
    <section class="card manage-section" aria-labelledby="manage-remove">
      <h2 id="manage-remove">{t.manage.removal}</h2>
      <p class="soft">{t.manage.removalDetail}</p>
      <div class="row">
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t.manage.remove}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t.manage.removeTitle(title)}
          action={t.manage.remove}
          icon="trash"
          failureText={text.services.removeFailed}
          onClose={() => setAsking(false)}
          onAct={async () => {
            await removeWithUndo({ name: managed.key, title });
            openPage('publish');
          }}
        >
          <p>{t.manage.removeDetail}</p>
        </Confirm>
      )}
    </section>
  );
}

function DataSection({ managed }: { managed: Managed }) {
  const { problem, isRunning, run } = useWork();
  const { key } = managed;
  return (
    <section class="card manage-section" aria-labelledby="manage-data">
      <h2 id="manage-data">{t.manage.data}</h2>
      <p class="soft">{t.manage.dataDetail}</p>
      <div class="row">
        <Button icon="upload" onClick={() => openPage('publish', { replace: key })}>
          {t.manage.replace}
        </Button>
        <Button
          icon="plus"
          onClick={() => {
            startOver();
            openPage('publish', { into: key });
          }}
        >
          {changeLayerText.add}
        </Button>
        <Button icon="download" disabled={isRunning} onClick={() => void run(() => exportService(key))}>
          {t.manage.export}
        </Button>
      </div>
      {isRunning && <ProgressBar name={t.manage.exporting} />}
      {problem && <Notice kind="error">{problem}</Notice>}
    </section>
  );
}

function ManageContents({ parts }: { parts: readonly { title: string; body: ComponentChildren }[] }) {
  const elements = useRef<(HTMLDivElement | null)[]>([]);
  return (
    <div class="manage-columns">
      <div class="stack far manage">
        {parts.map(({ title, body }, index) => (
          <div
            key={title}
            class="stack far"
            ref={(element) => {
              elements.current[index] = element;
            }}
          >
            {body}
          </div>
        ))}
      </div>
      <nav class="manage-contents" aria-label={t.manage.contents}>
        <strong aria-hidden="true">{t.manage.contents}</strong>
        {parts.map(({ title }, index) => (
          <a
            key={title}
            href={`#part-${index + 1}`}
            onClick={(event) => {
              event.preventDefault();
              const part = elements.current[index];
              part?.scrollIntoView({ block: 'start' });
              // Move the focus to the section that is now visible.
              part?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
            }}
          >
            {title}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** The layers and tables, one at a time. Unsaved input remains when another one is selected. */
function LayersSection({ managed, save }: { managed: Managed; save: Save }) {
  const parts = listManagedParts(managed.definition);
  const [chosen, setChosen] = useState(() => {
    const requested = parts.find(({ id, table }) => table && String(id) === route.value.get('layer'));
    return (requested ?? parts.find(({ table }) => table))?.id ?? 0;
  });
  const isUnsaved = (id: number): boolean =>
    ['', ' fields'].some((form) => unsaved.value.has(`${managed.key} ${id}${form}`));
  return (
    <>
      <section class="card manage-section" aria-labelledby="manage-layers">
        <h2 id="manage-layers">{t.manage.layers}</h2>
        <SelectField
          label={t.manage.layer}
          value={chosen}
          choices={parts.map(({ id, of }) => [
            id,
            `${id} · ${of.Name}${isUnsaved(id) ? ` (${t.manage.unsavedLayer})` : ''}`,
          ])}
          onChange={setChosen}
        />
      </section>
      {parts.map((part) => (
        <div key={part.id} hidden={part.id !== chosen}>
          <LayerForm service={managed.key} part={part} save={save} />
          {part.table && part.id === chosen && <AttachmentsSection managed={managed} part={part} />}
        </div>
      ))}
    </>
  );
}
