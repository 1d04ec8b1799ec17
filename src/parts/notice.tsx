import type { ComponentChildren } from 'preact';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Inline message: information, a warning or an error. */
export function Notice({ kind, children }: { kind: 'info' | 'warning' | 'error'; children: ComponentChildren }) {
  return (
    <div class="notice" data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'info' : 'warning'} size={18} />
      <div>{children}</div>
    </div>
  );
}

/** Error message with a button to retry. */
export function ErrorState({ title, message, onRetry }: { title: string; message: string; onRetry?: () => void }) {
  return (
    <Notice kind="error">
      <strong>{title}</strong>
      <span>{message}</span>
      {onRetry && (
        <Button small icon="rotate" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </Notice>
  );
}

/** Placeholder for missing content, which explains how to add some. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
