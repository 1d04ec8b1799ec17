import { closeToast, toasts } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div class="toast" key={toast.id} data-kind={toast.kind}>
          <Icon name={toast.kind === 'error' ? 'warning' : 'check'} size={18} />
          <p>{toast.message}</p>
          {toast.actions.map((action) => (
            <Button
              small
              key={action.label}
              onClick={() => {
                closeToast(toast.id);
                action.onSelect();
              }}
            >
              {action.label}
            </Button>
          ))}
          <IconButton small icon="close" name={text.close} side="top" onClick={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
