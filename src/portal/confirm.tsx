import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { text } from '../text/text.ts';

/** Ask before something is lost. `children` say in numbers what that is; `isReady` waits until they are known. */
export function Confirm(props: {
  title: string;
  action: string;
  isReady?: boolean;
  onAct: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, action, isReady = true, onAct, onClose, children } = props;
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setWorking(true);
    setProblem(undefined);
    try {
      await onAct();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setWorking(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      dismissible={!isWorking}
      footer={
        <>
          <Button disabled={isWorking} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button kind="danger" disabled={isWorking || !isReady} onClick={() => void run()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {problem && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
