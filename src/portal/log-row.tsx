import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** An entry of a log whose details are shown when it is pressed. */
export function LogRow({ head, children }: { head: ComponentChildren; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" class="row sync-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {head}
      </button>
      {isOpen && <div class="stack near portal-log-detail">{children}</div>}
    </li>
  );
}
