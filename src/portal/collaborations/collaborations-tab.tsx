import { useState } from 'preact/hooks';
import { ask, askAll } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyList, LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { CollaborationCard } from './collaboration-card.tsx';

export function CollaborationsTab(props: TabProps) {
  const portalId = props.portal.id;
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  const loaded = useLoaded(portalId, async (signal) => {
    const rows = await askAll('collaborations', { portalId }, (answer) => answer.collaborations, { signal });
    return Promise.all(
      rows.map(async ({ id: collaborationId }) => ({
        ...(await ask('collaboration', { portalId, collaborationId }, {}, { signal })),
        workspaces: await askAll('workspaces', { portalId, collaborationId }, (answer) => answer.workspaces, {
          signal,
        }),
      })),
    );
  });
  return (
    <>
      <div class="row">
        <Button icon="plus" onClick={() => setCreating(true)}>
          {t.collaborations.create}
        </Button>
      </div>
      <LoadedPart loaded={loaded} none={<EmptyList icon="related" {...t.collaborations} />}>
        {(rows) => rows.map((row) => <CollaborationCard key={row.id} collaboration={row} {...props} />)}
      </LoadedPart>
      {isCreating && (
        <OperationForm
          title={t.collaborations.create}
          operation="createCollaboration"
          path={{ portalId }}
          submit={t.create}
          onClose={close}
        >
          <p class="soft">{t.collaborations.createDetail}</p>
        </OperationForm>
      )}
    </>
  );
}
