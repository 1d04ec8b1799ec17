import { messageOf } from '../connection/call.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

type ConfirmProps = Pick<FormDialogProps, 'title' | 'action' | 'icon' | 'kind' | 'isReady' | 'onClose' | 'children'> & {
  failureText?: (message: string) => string;
  onAct: () => Promise<unknown>;
};

/**
 * Ask before something is done, by default something that loses data. `children` say in numbers what is lost; `isReady` waits
 * until they are known. The window closes when it is done and shows a failure, by default in the words of the error.
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
        throw new Error(failureText(messageOf(error)));
      }
      dialog.onClose();
    }}
  />
);
