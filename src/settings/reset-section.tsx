import { useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { resetStorage } from '../connection/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { notifyOtherTabs } from '../state/other-tabs.ts';
import { services } from '../state/services.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Deletes everything, after the number of services is typed. */
export function ResetSection() {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const all = services.value ?? [];
  const sum = (of: (service: (typeof all)[number]) => number) => all.reduce((total, service) => total + of(service), 0);
  const features = text.services.features(formatCount(sum(({ featureCount }) => featureCount)));
  const reset = async () => {
    setWorking(true);
    try {
      await resetStorage();
      notifyOtherTabs();
      for (const key of Object.keys(localStorage)) if (key.startsWith('soapstone-')) localStorage.removeItem(key);
      location.assign(location.pathname);
    } catch (error) {
      setProblem(messageOf(error));
      setWorking(false);
    }
  };
  return (
    <section class="card">
      <h2>{text.settings.reset}</h2>
      <div class="settings-row">
        <p>{text.settings.resetDetail}</p>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {text.settings.resetGo}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title={text.settings.resetTitle}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{text.cancel}</Button>
              <Button
                kind="danger"
                disabled={isWorking || typed.trim() !== String(all.length)}
                onClick={() => void reset()}
              >
                {text.settings.resetGo}
              </Button>
            </>
          }
        >
          <p>{text.settings.resetLoss(formatCount(all.length), features, formatBytes(sum(({ bytes }) => bytes)))}</p>
          <label class="field">
            <span>{text.settings.resetType(String(all.length))}</span>
            <input
              class="input"
              inputMode="numeric"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          {problem && <Notice kind="error">{problem}</Notice>}
        </Dialog>
      )}
    </section>
  );
}
