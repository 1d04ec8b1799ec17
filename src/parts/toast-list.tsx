import { useLayoutEffect } from 'preact/hooks';
import { closeToast, toasts } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** Toast messages at the bottom of the page, or at the top if they would cover the focused control. */
export function ToastList() {
  const count = toasts.value.length;
  useLayoutEffect(() => {
    const host = document.querySelector<HTMLElement>('.toasts');
    const check = () => {
      const active = document.activeElement;
      if (host && active && isControl(active) && !host.contains(active)) avoid(host, active);
    };
    check();
    document.addEventListener('focusin', check);
    return () => document.removeEventListener('focusin', check);
  }, [count]);
  return (
    <>
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
    </>
  );
}

const isControl = (element: Element): boolean => element.matches('a, button, input, select, textarea, summary, [role]');

/** Move the messages to the top if one of them covers the element. Large areas such as the map may be covered. */
function avoid(host: HTMLElement, element: Element): void {
  host.removeAttribute('data-above');
  const under = element.getBoundingClientRect();
  const isCovered = [...host.children].some((toast) => {
    const over = toast.getBoundingClientRect();
    return under.left < over.right && under.right > over.left && under.top < over.bottom && under.bottom > over.top;
  });
  host.toggleAttribute('data-above', isCovered && under.height < innerHeight / 3);
}
