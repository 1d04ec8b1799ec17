import { signal } from '@preact/signals';

interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
}
interface Toast {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly message: string;
  readonly actions: readonly ToastAction[];
}

export const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/**
 * Show a short message at the bottom of the page.
 *
 * It disappears after 6 s, or 20 s if it offers an action. Errors stay until they are closed.
 */
export function showToast(toast: { kind?: 'info' | 'error'; message: string; actions?: readonly ToastAction[] }): void {
  const { kind = 'info', message, actions = [] } = toast;
  const id = ++lastId;
  toasts.value = [...toasts.value.filter((other) => other.message !== message), { id, kind, message, actions }].slice(
    -3,
  );
  if (kind === 'info') setTimeout(() => closeToast(id), actions.length ? 20_000 : 6_000);
}

export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
