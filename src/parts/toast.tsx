import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { closeToast, toasts } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** Messages at the foot of the page; at its head while a control that is in use is where they would be. */
export function Toasts() {
  const host = useRef<HTMLDivElement>(null);
  const [isAbove, setAbove] = useState(false);
  const count = toasts.value.length;
  useLayoutEffect(() => {
    if (count === 0) {
      setAbove(false);
      return;
    }
    const check = () => {
      const active = document.activeElement;
      if (active && isControl(active) && !host.current?.contains(active)) setAbove(isUnder(host.current, active));
    };
    check();
    document.addEventListener('focusin', check);
    return () => document.removeEventListener('focusin', check);
  }, [count]);
  return (
    <div class="toasts" ref={host} role="status" aria-live="polite" data-above={isAbove ? '' : undefined}>
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

const isControl = (element: Element): boolean => element.matches('a, button, input, select, textarea, summary, [role]');

/** Whether one of the messages would lie over an element if they were at the foot. */
function isUnder(host: HTMLElement | null, element: Element): boolean {
  if (!host) return false;
  const isAbove = host.hasAttribute('data-above');
  host.removeAttribute('data-above');
  const under = element.getBoundingClientRect();
  const isCovered = [...host.children].some((toast) => {
    const over = toast.getBoundingClientRect();
    return under.left < over.right && under.right > over.left && under.top < over.bottom && under.bottom > over.top;
  });
  if (isAbove) host.setAttribute('data-above', '');
  // The map and other large areas are under everything.
  return isCovered && under.height < innerHeight / 3;
}
