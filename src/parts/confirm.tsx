import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import { Notice } from './notice.tsx';

/**
 * Ask before something is done, by default something that loses data. `children` say in numbers what is lost; `isReady` waits
 * until they are known. The window closes when it is done and shows a failure, by default in the words of the error.
 */
export function Confirm(props: {
  title: string;
  action: string;
  icon?: IconName;
  kind?: 'danger' | 'primary';
  isReady?: boolean;
  failureText?: (message: string) => string;
  onAct: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, action, icon, kind = 'danger', isReady = true, failureText, onAct, onClose, children } = props;
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setWorking(true);
    setProblem(undefined);
    try {
      await onAct();
      onClose();
    } catch (error) {
      const message = messageOf(error);
      setProblem(failureText?.(message) ?? message);
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
          <Button kind={kind} icon={icon} disabled={isWorking || !isReady} onClick={() => void run()}>
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
