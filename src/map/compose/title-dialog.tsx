import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../../parts/confirm.tsx';
import { composeText } from '../text/compose-text.ts';

interface TitleDialogProps {
  title: string;
  action: string;
  /** The initial text of the field. */
  start: string;
  onTitle: (title: string) => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
}

const longest = 200;

/** Ask what a map is called. */
export function TitleDialog({ title, action, start, onTitle, onClose, children }: TitleDialogProps) {
  const [typed, setTyped] = useState(start);
  const isSound = typed.trim() !== '';
  return (
    <Confirm
      kind="primary"
      icon="check"
      title={title}
      action={action}
      isReady={isSound}
      failureText={(message) => `${composeText.failed}. ${message}`}
      onAct={() => onTitle(typed.trim())}
      onClose={onClose}
    >
      {children}
      <label class="field">
        <span>{composeText.titleField}</span>
        <input
          class="input"
          maxLength={longest}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </Confirm>
  );
}
