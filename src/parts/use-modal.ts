import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const firstField =
  ':is(input:not([type="file"]), select, textarea, [role="radio"][aria-checked="true"]):not(:disabled, [tabindex="-1"])';

/**
 * Hold a `<dialog>` open as a modal window as long as it is in the page, with the focus in its first field, and give the focus back to where it was.
 *
 * @returns the reference for the element
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // The browser would choose the button that closes it.
      const field = dialog.querySelector<HTMLElement>(firstField);
      field?.focus();
      if (field instanceof HTMLInputElement && field.type === 'text') field.select();
    }
    return () => {
      dialog?.close();
      // The browser does this for a window that is closed, but not for one that has left the page already.
      queueMicrotask(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, []);
  return element;
}
