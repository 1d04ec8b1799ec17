import { useState } from 'preact/hooks';
import { totalCount } from '../../sw/rows/row-count.ts';
import { resetStorage } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { featuresText } from '../parts/features-text.ts';
import { TextField } from '../parts/form/text-field.tsx';
import { notifyOtherTabs } from '../state/other-tabs.ts';
import { services } from '../state/services.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Deletes everything, after the number of services is typed. */
export function ResetSection() {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const all = services.value ?? [];
  const sizeBytes = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const features = featuresText(totalCount(all.map(({ featureCount }) => featureCount)));
  const reset = async () => {
    await resetStorage();
    notifyOtherTabs();
    for (const key of Object.keys(localStorage)) if (key.startsWith('soapstone-')) localStorage.removeItem(key);
    location.assign(location.pathname);
  };
  return (
    <section class="card">
      <h2>{text.settings.reset}</h2>
      <div class="row">
        <p>{text.settings.resetDetail}</p>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {text.settings.resetGo}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={text.settings.resetTitle}
          action={text.settings.resetGo}
          isReady={typed.trim() === String(all.length)}
          onClose={() => setAsking(false)}
          onAct={reset}
        >
          <p>{text.settings.resetLoss(formatCount(all.length), features, formatBytes(sizeBytes))}</p>
          <TextField isNumber label={text.settings.resetType(String(all.length))} value={typed} onInput={setTyped} />
        </Confirm>
      )}
    </section>
  );
}
