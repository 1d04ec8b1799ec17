import { useState } from 'preact/hooks';
import { referenceOfWkid, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/form/select.tsx';
import { chosenGround, hasOwnGround, openRecord } from '../../state/ground.ts';
import { shownReference } from '../../state/requested.ts';
import { currentKey, services } from '../../state/services.ts';
import { changeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';
import { AddLayers } from './add-layers.tsx';
import { ServiceGroundDialog } from './service-ground-dialog.tsx';
import { TilesDialog } from './tiles-dialog.tsx';

type Kind = keyof typeof composeText.grounds;

/** Below the layers: adds layers of other services, and chooses what lies under all of them. */
export function ComposeBar() {
  const [isAdding, setAdding] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const record = openRecord.value;
  const isComposed = currentKey.value?.startsWith('~');
  const kind: Kind = record?.background.kind ?? chosenGround.value;
  // A service and an address are matters of one map, not of every service that is opened.
  const kinds = (['world', 'satellite', ...(record ? (['service', 'tiles'] as const) : []), 'none'] as const).map(
    (one) => [one, composeText.grounds[one]] as const,
  );
  const choose = (next: Kind) => {
    if (next === 'tiles') setTyping(true);
    else if (next === 'service') setChoosing(true);
    else if (record) void changeMap(() => ({ background: { kind: next } }), false);
    else chosenGround.value = next;
  };
  if (isComposed && !record) return null;
  return (
    <div class="compose-bar">
      {hasOwnGround.value ? (
        <p class="soft">{composeText.ownGround}</p>
      ) : (
        <label class="ground-choice">
          <span>{composeText.background}</span>
          <Select class="small" value={kind} choices={kinds} onChange={choose} />
        </label>
      )}
      {record?.background.kind === 'tiles' && (
        <p class="soft">
          {record.background.credit}
          {!sameReference(shownReference.value, referenceOfWkid(3857)) && ` ${composeText.tilesProjection}`}
        </p>
      )}
      {record?.background.kind === 'service' && <p class="soft">{groundTitle(record.background.service)}</p>}
      <Button small icon="plus" onClick={() => setAdding(true)}>
        {composeText.addLayers}
      </Button>
      {isAdding && <AddLayers onClose={() => setAdding(false)} />}
      {isTyping && <TilesDialog onClose={() => setTyping(false)} />}
      {isChoosing && <ServiceGroundDialog onClose={() => setChoosing(false)} />}
    </div>
  );
}

const groundTitle = (key: string | undefined): string =>
  services.value?.find(({ name }) => name === key)?.title ?? composeText.gone;
