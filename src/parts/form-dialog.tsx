import type { ComponentChildren } from 'preact';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import { ErrorState, Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useWork } from './use-work.ts';

type Work = Pick<ReturnType<typeof useWork>, 'problem' | 'isRunning' | 'run'>;

export interface FormDialogProps {
  title: string;
  /** Name of the submit button. */
  action: string;
  icon?: IconName | undefined;
  kind?: 'danger' | 'primary' | undefined;
  isReady?: boolean | undefined;
  wide?: boolean;
  /** Additional buttons. */
  others?: ComponentChildren;
  /** Name of the progress bar, and the progress from 0 to 1. */
  working?: string | undefined;
  fraction?: number | undefined;
  /** Heading of the error. */
  failed?: string;
  /** While the work is running, the dialog can't be closed. */
  staysWhileWorking?: boolean;
  /** By default the dialog's own work, which is aborted when the dialog closes. */
  work?: Work;
  onSubmit: (signal: AbortSignal) => unknown;
  onClose: () => void;
  children: ComponentChildren;
}

/** Dialog with a form to cancel or submit. It shows the progress and the error. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, icon, kind = 'primary', isReady = true, wide = false, others, working, fraction } = props;
  const { failed, staysWhileWorking = false, onSubmit, onClose, children } = props;
  const ownWork = useWork();
  const { problem, isRunning, run } = props.work ?? ownWork;
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      dismissible={!(staysWhileWorking && isRunning)}
      footer={
        <>
          <Button disabled={staysWhileWorking && isRunning} onClick={onClose}>
            {text.cancel}
          </Button>
          {others}
          <Button
            kind={kind}
            icon={icon}
            disabled={isRunning || !isReady}
            onClick={() => void run(async (signal) => onSubmit(signal))}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {working !== undefined && (
        <div class="dialog-progress">{isRunning && <ProgressBar name={working} fraction={fraction} />}</div>
      )}
      {problem &&
        (failed === undefined ? (
          <Notice kind="error">{problem}</Notice>
        ) : (
          <ErrorState title={failed} message={problem} />
        ))}
    </Dialog>
  );
}
