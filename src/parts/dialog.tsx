import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { text } from '../text/text.ts';
import { IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
  wide?: boolean;
  /** False if closing would lose work: then only the buttons close the dialog. */
  dismissible?: boolean;
}

/**
 * Modal dialog that keeps the focus inside. Escape and a click outside close it, and the focus returns to the previous
 * element.
 */
export function Dialog({ title, onClose, children, footer, wide = false, dismissible = true }: DialogProps) {
  const element = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={element}
      class={`dialog${wide ? ' wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onMouseDown={(event) => {
        if (dismissible && event.target === element.current) onClose();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {dismissible && <IconButton icon="close" name={text.close} onClick={onClose} />}
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}
