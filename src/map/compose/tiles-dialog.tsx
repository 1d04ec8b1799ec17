import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { openRecord } from '../../state/ground.ts';
import { projection } from '../../state/view.ts';
import { changeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Ask for the address of tiles and whose they are. Nothing is requested from it before it is confirmed. */
export function TilesDialog({ onClose }: { onClose: () => void }) {
  const before = openRecord.value?.background;
  const [url, setUrl] = useState(before?.url ?? '');
  const [credit, setCredit] = useState(before?.credit ?? '');
  const isSound = /^https?:\/\/[^/]/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
  const use = async () => {
    await changeMap(() => ({ background: { kind: 'tiles', url: url.trim(), credit: credit.trim() } }), false);
    projection.value = 'mercator';
    onClose();
  };
  return (
    <FormDialog
      title={composeText.tilesTitle}
      action={composeText.use}
      icon="check"
      isReady={isSound}
      onSubmit={use}
      onClose={onClose}
    >
      <p>{composeText.tilesDetail}</p>
      <label class="field">
        <span>{composeText.tilesUrl}</span>
        <input
          class="input"
          type="url"
          spellcheck={false}
          placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value.trim())}
        />
        {url !== '' && !isSound && <small class="field-note">{composeText.tilesWrong}</small>}
      </label>
      <label class="field">
        <span>{composeText.tilesCredit}</span>
        <input class="input" value={credit} onInput={(event) => setCredit(event.currentTarget.value)} />
      </label>
    </FormDialog>
  );
}
