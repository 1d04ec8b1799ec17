import { useState } from 'preact/hooks';
import { call } from '../../connection/call.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { openRecord } from '../../state/ground.ts';
import { services } from '../../state/services.ts';
import { changeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Choose a service that is drawn under the layers, such as one of tiles. */
export function ServiceGroundDialog({ onClose }: { onClose: () => void }) {
  const all = services.value ?? [];
  const before = openRecord.value?.background.service;
  const [service, setService] = useState(() => (all.find(({ name }) => name === before) ?? all[0])?.name ?? '');
  const use = async () => {
    const { Result: map } = await call('GetDefaultMapName', service, {});
    await changeMap(() => ({ background: { kind: 'service', service, map } }), false);
    onClose();
  };
  return (
    <FormDialog
      title={composeText.serviceTitle}
      action={composeText.useService}
      icon="check"
      isReady={service !== ''}
      onSubmit={use}
      onClose={onClose}
    >
      <p>{composeText.serviceDetail}</p>
      <SelectField
        label={composeText.service}
        value={service}
        choices={all.map(({ name, title }) => [name, title] as const)}
        onChange={setService}
      />
    </FormDialog>
  );
}
