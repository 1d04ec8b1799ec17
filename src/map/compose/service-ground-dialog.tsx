import { useState } from 'preact/hooks';
import { call, messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { Notice } from '../../parts/notice.tsx';
import { openRecord } from '../../state/ground.ts';
import { services } from '../../state/services.ts';
import { text } from '../../text/text.ts';
import { changeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Choose a service that is drawn under the layers, such as one of tiles. */
export function ServiceGroundDialog({ onClose }: { onClose: () => void }) {
  const all = services.value ?? [];
  const before = openRecord.value?.background.service;
  const [service, setService] = useState(() => (all.find(({ name }) => name === before) ?? all[0])?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const use = async () => {
    try {
      const { Result: map } = await call('GetDefaultMapName', service, {});
      await changeMap(() => ({ background: { kind: 'service', service, map } }), false);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog
      title={composeText.serviceTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" icon="check" disabled={service === ''} onClick={() => void use()}>
            {composeText.useService}
          </Button>
        </>
      }
    >
      <p>{composeText.serviceDetail}</p>
      <SelectField
        label={composeText.service}
        value={service}
        choices={all.map(({ name, title }) => [name, title] as const)}
        onChange={setService}
      />
      {problem && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
