import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { Notice } from '../../parts/notice.tsx';
import { type Managed, readManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { compareFields } from './compare-fields.ts';
import { form, layers } from './draft.ts';

export function Changes({ service }: { service: string }) {
  const [managed, setManaged] = useState<Managed>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isGone = false;
    setManaged(undefined);
    setProblem(undefined);
    readManaged(service).then(
      (found) => !isGone && setManaged(found),
      (error) => !isGone && setProblem(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [service]);
  const draft = form.value;
  if (problem) return <Notice kind="error">{problem}</Notice>;
  if (!managed || !draft) return <div class="skeleton" style={{ height: '60px' }} aria-hidden="true" />;
  const found = compareFields(managed.definition, layers.value, draft);
  return (
    <section class="card" aria-labelledby="changes-title">
      <h2 id="changes-title">{t.changes.title(service)}</h2>
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
