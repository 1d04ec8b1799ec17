import type { ComponentChildren } from 'preact';

/** Scrolling region that can be focused, so that the keyboard scrolls it too. */
export function ScrollRegion({ name, kind, children }: { name: string; kind: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section class={kind} tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
