import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const firstField =
  ':is(input:not([type="file"]), select, textarea, [role="radio"][aria-checked="true"]):not(:disabled, [tabindex="-1"])';

/**
 * Show a `<dialog>` as a modal while it is rendered. The focus moves to its first field, and returns afterwards.
 *
 * @returns the ref of the element
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // By default, the browser would focus the close button.
      const field = dialog.querySelector<HTMLElement>(firstField);
      field?.focus();
      if (field instanceof HTMLInputElement && field.type === 'text') field.select();
    }
    return () => {
      dialog?.close();
      // The browser returns the focus when a dialog is closed, but not if the dialog was already removed from the page.
      queueMicrotask(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, []);
  return element;
}
