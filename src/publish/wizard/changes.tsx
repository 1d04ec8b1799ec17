import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { readManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { compareFields } from './compare-fields.ts';
import { form, layers } from './draft.ts';

export function Changes({ service }: { service: string }) {
  const { value: managed, problem } = useRead(service, () => readManaged(service));
  const draft = form.value;
  if (problem) return <Notice kind="error">{problem}</Notice>;
  if (!managed || !draft) return <div class="skeleton" style={{ height: '60px' }} aria-hidden="true" />;
  const layer = draft.target?.layer;
  const found = compareFields(managed.definition, layers.value, draft, layer?.id);
  return (
    <section class="card" aria-labelledby="changes-title">
      <h2 id="changes-title">{t.changes.title(layer?.name ?? service)}</h2>
      {found.length === 0 ? (
        <p class="soft">{t.changes.same}</p>
      ) : (
        <ul class="problem-list changes">
          {found.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
