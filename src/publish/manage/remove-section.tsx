import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { removeWithUndo } from '../../state/removing.ts';
import { openPage } from '../../state/route.ts';
import { text } from '../../text/text.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

export function RemoveSection({ managed }: { managed: Managed }) {
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
