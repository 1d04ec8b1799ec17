import { serviceUrl } from '../../connection/call.ts';
import { TextField } from '../../parts/form/text-field.tsx';
import { draftServiceKey, namePattern } from '../job/problems.ts';
import { type Managed, managedServices } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { Section } from './section.tsx';
import { before, useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

export function DocumentSection({ managed, save }: { managed: Managed; save: Save }) {
  const { name, folder, document, credits } = managed.definition;
  const naming = useDraft(`${managed.key} name`, { name, folder: folder ?? '' });
  const label = useDraft(`${managed.key} words`, {
    Title: document.Title,
    Comments: document.Comments,
    Author: document.Author,
    Keywords: document.Keywords,
  });
  const sources = useDraft(`${managed.key} credits`, { credits: credits.join('\n') });
  const key = draftServiceKey(naming.now);
  const isTaken = key !== managed.key && managedServices.value?.some((service) => service.key === key);
  const nameProblem =
    naming.now.name === ''
      ? t.name.empty
      : !namePattern.test(naming.now.name)
        ? t.name.bad
        : isTaken
          ? t.name.taken(key)
          : undefined;
  const folderProblem = naming.now.folder === '' || namePattern.test(naming.now.folder) ? undefined : t.name.bad;
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
  const all = [naming, label, sources];
  const edit = (
    where: Partial<{ name: string; folder: string }>,
    texts: object,
    credit: string | undefined,
  ): object => ({
    service: {
      ...where,
      ...('folder' in where ? { folder: where.folder || null } : {}),
      document: Object.keys(texts).length > 0 ? texts : undefined,
      credits: credit === undefined ? undefined : lines(credit),
    },
  });
  return (
    <Section
      title={t.manage.document}
      isChanged={all.some(({ isChanged }) => isChanged)}
      isValid={!nameProblem && !folderProblem}
      onDiscard={() => {
        for (const draft of all) draft.discard();
      }}
      onSave={() =>
        save(
          edit(naming.changed, label.changed, sources.changed.credits),
          edit(
            before({ name, folder: folder ?? '' }, naming.changed),
            before(document, label.changed),
            sources.isChanged ? credits.join('\n') : undefined,
          ),
        )
      }
    >
      <div class="columns">
        <TextField label={t.name.title} value={label.now.Title} onInput={(Title) => label.put({ Title })} />
        <TextField
          label={t.name.name}
          value={naming.now.name}
          hint={t.name.nameHint}
          problem={nameProblem}
          onInput={(value) => naming.put({ name: value.trim() })}
        />
        <TextField
          label={t.name.folder}
          value={naming.now.folder}
          hint={t.name.folderHint}
          problem={folderProblem}
          onInput={(value) => naming.put({ folder: value.trim() })}
        />
      </div>
      {naming.isChanged && <p class="soft">{t.manage.nameChange}</p>}
      <p class="soft">
        {t.name.address}: <code>{serviceUrl(key)}</code>
      </p>
      <TextField
        isLong
        label={t.name.description}
        value={label.now.Comments}
        onInput={(Comments) => label.put({ Comments })}
      />
      <div class="columns">
        <TextField label={t.manage.author} value={label.now.Author} onInput={(Author) => label.put({ Author })} />
        <TextField
          label={t.manage.keywords}
          value={label.now.Keywords}
          onInput={(Keywords) => label.put({ Keywords })}
        />
      </div>
      <TextField
        isLong
        label={t.manage.credits}
        value={sources.now.credits}
        onInput={(value) => sources.put({ credits: value })}
      />
    </Section>
  );
}
