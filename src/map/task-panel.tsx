import './task-panel.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../parts/button.tsx';
import { closeTask } from '../state/tasks.ts';
import { afterUnsaved } from '../state/unsaved.ts';
import { queryText } from './text/query-text.ts';

interface TaskPanelProps {
  title: string;
  children: ComponentChildren;
  footer?: ComponentChildren;
}

export function TaskPanel({ title, children, footer }: TaskPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const back = () => afterUnsaved(closeTask);
  return (
    <section
      class="task-panel"
      aria-label={title}
      onKeyDown={(event) => {
        // Inputs handle Escape themselves.
        const isField = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
        if (event.key === 'Escape' && !isField) back();
      }}
    >
      <header>
        <IconButton icon="chevron-left" name={queryText.back} side="right" onClick={back} />
        <h1 class="one-line" tabIndex={-1} ref={heading} title={title}>
          {title}
        </h1>
      </header>
      <div class="task-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
