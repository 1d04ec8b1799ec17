import { useState } from 'preact/hooks';
import { SelectField } from '../../parts/form/select.tsx';
import { route } from '../../state/route.ts';
import { AttachmentsSection } from '../attachments/attachments-section.tsx';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { LayerForm } from './layer-form.tsx';
import { partsOf } from './parts-of.ts';
import { unsaved } from './use-draft.ts';
import type { Save } from './use-managed.ts';

/** The layers and tables, one at a time; what was typed for one stays while another is looked at. */
export function LayersSection({ managed, save }: { managed: Managed; save: Save }) {
  const parts = partsOf(managed.definition);
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
