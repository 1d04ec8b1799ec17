import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { publishText as t } from '../text/publish-text.ts';

export function ManageContents({ parts }: { parts: readonly { title: string; body: ComponentChildren }[] }) {
  const elements = useRef<(HTMLDivElement | null)[]>([]);
  return (
    <div class="manage-columns">
      <div class="stack far manage">
        {parts.map(({ title, body }, at) => (
          <div
            key={title}
            class="stack far"
            ref={(element) => {
              elements.current[at] = element;
            }}
          >
            {body}
          </div>
        ))}
      </div>
      <nav class="manage-contents" aria-label={t.manage.contents}>
        <strong aria-hidden="true">{t.manage.contents}</strong>
        {parts.map(({ title }, at) => (
          <a
            key={title}
            href={`#part-${at + 1}`}
            onClick={(event) => {
              event.preventDefault();
              const part = elements.current[at];
              part?.scrollIntoView({ block: 'start' });
              // The keyboard goes on from where the eye is.
              part?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
            }}
          >
            {title}
          </a>
        ))}
      </nav>
    </div>
  );
}
