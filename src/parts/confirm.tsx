import { formatError } from '../connection/call.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

type ConfirmProps = Pick<FormDialogProps, 'title' | 'action' | 'icon' | 'kind' | 'isReady' | 'onClose' | 'children'> & {
  failureText?: (message: string) => string;
  onAct: () => Promise<unknown>;
};

/**
 * Dialog that asks before an action, by default one that loses data. `children` show how much is lost; `isReady` delays
 * the action until this is known. The dialog closes after the action. A failure is shown, by default as the error
 * message.
 */
export const Confirm = ({ failureText = (message) => message, onAct, ...dialog }: ConfirmProps) => (
  <FormDialog
    kind="danger"
    staysWhileWorking
    {...dialog}
    onSubmit={async () => {
      try {
        await onAct();
      } catch (error) {
        throw new Error(failureText(formatError(error)));
      }
      dialog.onClose();
    }}
  />
);
